import NavigationControl

/// What a control that is started again knows of its tour.
enum TourMemory {
    /// The name of a circle that was reached begins so.
    private static let circle = "at"
    private static let (route, earlier, reached) = ("route", "earlier", "reached")
    private static let perMeter = 1000.0

    /// What is remembered, of the places of a book.
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

    /// Remembers it.
    static func keep(_ facts: Tour.Facts, _ memory: ControlMemory) {
        for place in facts.told { memory.note(name(of: place), 1) }
        memory.note(route, facts.progress?.route)
        memory.note(earlier, number(facts.progress?.earlierMeters))
        memory.note(reached, number(facts.progress?.reachedMeters))
    }

    /// In a memory, a place is known by where it is.
    private static func name(of place: TourPlace) -> String {
        switch place {
        case .circle(let latitude, let longitude, let radius):
            "\(circle)\(UInt64(bitPattern: "\(latitude) \(longitude) \(radius)".fingerprint))"
        case .distance(let meters): "\(circle)\(UInt64(bitPattern: "\(meters)".fingerprint))"
        }
    }

    /// Up, so that what was crossed stays behind.
    private static func number(_ meters: Double?) -> Int64? {
        meters.flatMap { Int64(exactly: ($0 * perMeter).rounded(.up)) }
    }
}
