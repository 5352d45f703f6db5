/// The side of the road that traffic keeps to.
public enum DrivingSide: Int32, OpenEnumeration {
    /// Not known, or not meaningful (a ferry, a footpath).
    case none = 0
    case left = 1
    case right = 2

    /// What an unknown number reads as.
    public static let unrecognized = DrivingSide.none
}
