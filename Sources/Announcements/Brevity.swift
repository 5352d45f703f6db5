/// The parts that an announcement leaves out when time is short or the sentence long. Each case leaves out one part more than the case before it; the
/// maneuver always stays.
enum Brevity: Int, CaseIterable, Comparable {
    case nothing
    case lanes
    /// The second destination of the signpost.
    case secondDestination
    case signpost
    case streetName
    /// The second maneuver.
    case next

    static func < (one: Brevity, other: Brevity) -> Bool { one.rawValue < other.rawValue }
}
