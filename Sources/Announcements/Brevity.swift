/// What a hurried announcement leaves out: each case one thing more than the case before it. The maneuver is always said.
enum Brevity: Int, CaseIterable, Comparable {
    case nothing
    case lanes
    case signpost
    case streetName
    /// The maneuver after it.
    case next

    static func < (one: Brevity, other: Brevity) -> Bool { one.rawValue < other.rawValue }
}
