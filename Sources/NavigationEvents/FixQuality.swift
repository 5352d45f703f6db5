/// How a position was obtained.
public enum FixQuality: Int32, OpenEnumeration {
    /// The source did not say.
    case unknown = 0
    /// The receiver has no position.
    case none = 1
    /// A plain satellite fix.
    case gps = 2
    /// Corrected by a reference station or satellite (DGPS, SBAS, RTK).
    case differential = 3
    /// Dead reckoning: extrapolated, by the receiver or along the route.
    case deadReckoning = 4

    /// What an unknown number reads as.
    public static let unrecognized = FixQuality.unknown
}
