/// How far the position under the guidance can be trusted.
public enum PositionStatus: Int32, OpenEnumeration {
    case unknown = 0
    /// From a recent fix.
    case reliable = 1
    /// Extrapolated along the route: in a tunnel, or fixes are missing.
    case estimated = 2
    /// No usable position for too long.
    case unreliable = 3

    /// What an unknown number reads as.
    public static let unrecognized = PositionStatus.unknown
}
