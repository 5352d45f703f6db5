/// The urgency of a cue; a more urgent one may interrupt a less urgent one.
public enum CuePriority: Int32, OpenEnumeration, Comparable {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Information that requires no action.
    case event = 1
    /// Follow the road.
    case follow = 2
    /// The early announcement on fast roads.
    case far = 3
    /// Prepare for a maneuver.
    case prepare = 4
    /// Arrival at the destination or at a stopover.
    case arrival = 5
    /// Make the maneuver now.
    case now = 6

    /// The value for an unknown number.
    public static let unrecognized = CuePriority.unknown

    /// Compares raw values: less urgent before more urgent.
    public static func < (left: CuePriority, right: CuePriority) -> Bool { left.rawValue < right.rawValue }
}
