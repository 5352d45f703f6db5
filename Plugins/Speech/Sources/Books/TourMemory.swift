import NavigationControl

/// Stores the state of a tour in the memory of the control.
enum TourMemory {
    /// The prefix of the names of reached circles.
    private static let circle = "at"
    private static let (route, earlier, reached) = ("route", "earlier", "reached")
    private static let perMeter = 1000.0

    /// Reads the state for the circles of a book.
    static func facts(_ memory: ControlMemory, _ book: Book) -> Tour.Facts {
        let told = book.pages.compactMap(\.place).filter { memory.number(name(of: $0)) != nil }
        var facts = Tour.Facts(told: Set(told))
        if let route = memory.number(route), let earlier = memory.number(earlier), let reached = memory.number(reached)
        {
            facts.progress = Tour.Progress(
                route: route, earlierMeters: Double(earlier) / perMeter, reachedMeters: Double(reached) / perMeter)
        }
        return facts
    }

    /// Writes the state.
    static func keep(_ facts: Tour.Facts, _ memory: ControlMemory) {
        for place in facts.told { memory.note(name(of: place), 1) }
        memory.note(route, facts.progress?.route)
        memory.note(earlier, number(facts.progress?.earlierMeters))
        memory.note(reached, number(facts.progress?.reachedMeters))
    }

    /// Returns the name of a circle in the memory, made from its position.
    private static func name(of place: TourPlace) -> String {
        switch place {
        case .circle(let latitude, let longitude, let radius):
            "\(circle)\(UInt64(bitPattern: "\(latitude) \(longitude) \(radius)".fingerprint))"
        case .distance(let meters): "\(circle)\(UInt64(bitPattern: "\(meters)".fingerprint))"
        }
    }

    /// Rounds up, so that a passed distance stays passed.
    private static func number(_ meters: Double?) -> Int64? {
        meters.flatMap { Int64(exactly: ($0 * perMeter).rounded(.up)) }
    }
}
