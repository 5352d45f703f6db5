/// The reliability of the position from which guidance was computed.
public enum PositionStatus: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Computed from a recent fix.
    case reliable = 1
    /// Computed by dead reckoning along the route: in a tunnel, or while fixes are missing.
    case estimated = 2
    /// There was no usable position for too long.
    case unreliable = 3

    /// The value for an unknown number.
    public static let unrecognized = PositionStatus.unknown
}
