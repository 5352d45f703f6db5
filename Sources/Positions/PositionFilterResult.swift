public import NavigationEvents

/// What the filter makes of a fix.
public enum FilterResult: Sendable, Hashable {
    /// A position; its ``Fix/smoothedPosition`` is set.
    case accepted(Fix)
    /// No position, and why.
    case rejected(FixRejection)
}

/// Why a fix is no position.
public enum FixRejection: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Latitude or longitude is not a number, or infinite.
    case notFinite
    /// Latitude beyond ±90° or longitude beyond ±180°.
    case outOfRange
    /// Exactly 0° north, 0° east: what receivers say when they know nothing.
    case nullIsland
    /// Of a time outside of ``NavigationEvents/PhysicalRange/time``.
    case impossibleTime
    /// Older than the fix before.
    case oldTime
    /// As old as the fix before: a repetition.
    case sameTime
    /// The receiver itself says that it is wrong by more than 100 m.
    case inexact
    /// Too far from where the movement leads.
    case outlier
    /// The very position of the fix before, from a receiver that says it moves: it hangs.
    case repeated

    /// Says why in a few words.
    public var description: String {
        switch self {
        case .notFinite: "its coordinates are not numbers"
        case .outOfRange: "its coordinates are out of range"
        case .nullIsland: "it lies at 0/0, where receivers without a position claim to be"
        case .impossibleTime: "its time is not one of the years 1970 to 2199"
        case .oldTime: "its time lies before that of the fix before"
        case .sameTime: "it has the time of the fix before"
        case .inexact: "its accuracy is worse than 100 m"
        case .outlier: "it lies too far from where the movement leads"
        case .repeated: "it repeats the position before, although it says that it moves"
        }
    }
}
