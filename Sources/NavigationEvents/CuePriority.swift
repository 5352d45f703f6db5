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

    /// What an unknown number reads as.
    public static let unrecognized = CuePriority.unknown

    /// Orders by the raw amount: earlier before later, less urgent before more urgent.
    public static func < (left: CuePriority, right: CuePriority) -> Bool { left.rawValue < right.rawValue }
}
