/// The side of the road on which traffic drives.
public enum DrivingSide: Int32, OpenEnumeration {
    /// Not known, or not meaningful (a ferry, a footpath).
    case none = 0
    /// Left-hand traffic.
    case left = 1
    /// Right-hand traffic.
    case right = 2

    /// The value for an unknown number.
    public static let unrecognized = DrivingSide.none
}
