/// How urgent a cue is; a more urgent one may interrupt a less urgent one.
public enum CuePriority: Int32, OpenEnumeration, Comparable {
    case unknown = 0
    /// Things worth knowing that need no action.
    case event = 1
    case follow = 2
    case far = 3
    case prepare = 4
    case arrival = 5
    case now = 6

    public static let unrecognized = CuePriority.unknown

    public static func < (left: CuePriority, right: CuePriority) -> Bool { left.rawValue < right.rawValue }
}
