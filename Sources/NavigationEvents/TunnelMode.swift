/// Where a maneuver lies relative to a tunnel.
public enum TunnelMode: Int32, OpenEnumeration {
    case none = 0
    /// The maneuver is made inside a tunnel.
    case inside = 1
    /// The maneuver follows immediately after the end of a tunnel.
    case immediatelyAfter = 2

    /// What an unknown number reads as.
    public static let unrecognized = TunnelMode.none
}
