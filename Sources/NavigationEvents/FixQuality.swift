/// The way in which a position was obtained.
public enum FixQuality: Int32, OpenEnumeration {
    /// The source did not report it.
    case unknown = 0
    /// The receiver has no position.
    case none = 1
    /// A plain satellite fix.
    case gps = 2
    /// A fix corrected by a reference station or satellite (DGPS, SBAS, RTK).
    case differential = 3
    /// Dead reckoning: extrapolated, by the receiver or along the route.
    case deadReckoning = 4

    /// The value for an unknown number.
    public static let unrecognized = FixQuality.unknown
}
