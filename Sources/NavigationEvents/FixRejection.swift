/// The reason why a fix was rejected.
public enum FixRejection: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Latitude or longitude is not a number, or infinite.
    case notFinite
    /// Latitude beyond ±90° or longitude beyond ±180°.
    case outOfRange
    /// Exactly 0° north, 0° east, which receivers without a position report.
    case nullIsland
    /// The time is outside of ``PhysicalRange/time``.
    case impossibleTime
    /// The time is before that of the previous fix.
    case oldTime
    /// The time is that of the previous fix: a repetition.
    case sameTime
    /// The accuracy is worse than 100 m.
    case inexact
    /// The position is too far from the predicted one.
    case outlier
    /// The position is exactly the previous one, but the receiver reports movement: it hangs.
    case repeated

    /// The reason in a few words.
    public var description: String {
        switch self {
        case .notFinite: "its coordinates are not numbers"
        case .outOfRange: "its coordinates are out of range"
        case .nullIsland: "it is at 0/0, which receivers without a position report"
        case .impossibleTime: "its time is not one of the years 1970 to 2199"
        case .oldTime: "its time is before that of the previous fix"
        case .sameTime: "it has the time of the previous fix"
        case .inexact: "its accuracy is worse than 100 m"
        case .outlier: "it is too far from the predicted position"
        case .repeated: "it repeats the previous position, but reports movement"
        }
    }
}
