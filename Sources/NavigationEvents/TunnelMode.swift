/// The position of a maneuver relative to a tunnel.
public enum TunnelMode: Int32, OpenEnumeration {
    /// No tunnel is near the maneuver.
    case none = 0
    /// The maneuver is inside a tunnel.
    case inside = 1
    /// The maneuver is immediately after the end of a tunnel.
    case immediatelyAfter = 2

    /// The value for an unknown number.
    public static let unrecognized = TunnelMode.none
}
