/// The reason why a position is estimated, unreliable or less accurate than usual.
public enum PositionCause: Int32, OpenEnumeration {
    /// There is none, it is unknown, or it is a member of a later version.
    case unknown = 0
    /// The receiver has no position.
    case noFix = 1
    /// The route is in a tunnel.
    case tunnel = 2
    /// The positions are inaccurate, as between tall buildings.
    case inaccurate = 3
    /// The receiver repeats its position, or the vehicle or person stands.
    case stationary = 4
    /// The signals of the satellites are jammed.
    case jammed = 5
    /// The positions contradict the movement, as if the signals of the satellites were counterfeited.
    case spoofed = 6
    /// The vehicle or person is on a ferry or on a train that carries vehicles.
    case ferry = 7

    /// The value for an unknown number.
    public static let unrecognized = PositionCause.unknown
}
