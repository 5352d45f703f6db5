/// The parts that an announcement leaves out when time is short or the sentence long. Each case leaves out one part more
/// than the case before it; the maneuvers always stay, also the second of two: the names go first.
enum Brevity: Int, CaseIterable, Comparable {
    case nothing
    /// The lanes, the border and the toll.
    case lanes
    /// The street of the second maneuver.
    case nextName
    /// The second destination of the signpost.
    case secondDestination
    case signpost
    case streetName

    /// The names, in the order in which they are left out.
    static let names: [Brevity] = [.nextName, .secondDestination, .signpost, .streetName]

    static func < (one: Brevity, other: Brevity) -> Bool { one.rawValue < other.rawValue }
}
