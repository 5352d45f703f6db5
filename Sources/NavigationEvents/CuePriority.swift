/// The urgency of a cue; a more urgent one may interrupt a less urgent one.
public enum CuePriority: Int32, OpenEnumeration, Comparable {
    case unknown = 0
    /// Information that requires no action.
    case event = 1
    case follow = 2
    case far = 3
    case prepare = 4
    case arrival = 5
    case now = 6

    /// The value for an unknown number.
    public static let unrecognized = CuePriority.unknown

    /// Compares raw values: less urgent before more urgent.
    public static func < (left: CuePriority, right: CuePriority) -> Bool { left.rawValue < right.rawValue }
}
