import NavigationControl
import SpeechEngine
import Platform

/// Stores the state of a tour in the memory of the control.
enum TourMemory {
    /// The prefix of the names of reached circles.
    private static let circle = "at"
    private static let (route, earlier, reached) = ("route", "earlier", "reached")
    private static let scale = 1000.0

    /// Reads the state for the circles of a book.
    static func savedState(_ memory: ControlMemory, _ book: Book) -> Tour.SavedState {
        let reachedCircles = book.pages.compactMap(\.place).filter { memory.number(name(of: $0)) != nil }
        var savedState = Tour.SavedState(reachedCircles: Set(reachedCircles))
        if let route = memory.number(route), let earlier = memory.number(earlier), let reached = memory.number(reached)
        {
            savedState.progress = Tour.Progress(
                route: route, earlierMeters: Double(earlier) / scale, reachedMeters: Double(reached) / scale)
        }
        return savedState
    }

    /// Writes the state.
    static func keep(_ savedState: Tour.SavedState, _ memory: ControlMemory) {
        for place in savedState.reachedCircles { memory.note(name(of: place), 1) }
        memory.note(route, savedState.progress?.route)
        memory.note(earlier, number(savedState.progress?.earlierMeters))
        memory.note(reached, number(savedState.progress?.reachedMeters))
    }

    /// Returns the name of a circle in the memory, made from its position.
    private static func name(of place: TourPlace) -> String {
        switch place {
        case .circle(let latitude, let longitude, let radius):
            "\(circle)\(FNVHash.of("\(latitude) \(longitude) \(radius)".utf8))"
        case .distance(let meters): "\(circle)\(FNVHash.of("\(meters)".utf8))"
        }
    }

    /// Rounds up, so that a passed distance stays passed.
    private static func number(_ meters: Double?) -> Int64? {
        meters.flatMap { Int64(exactly: ($0 * scale).rounded(.up)) }
    }
}
