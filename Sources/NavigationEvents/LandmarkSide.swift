/// The side of a road on which a landmark is, seen in the direction of travel.
public enum LandmarkSide: Int32, OpenEnumeration {
    /// On the road or above it, or unknown.
    case none = 0
    /// On the left.
    case left = 1
    /// On the right.
    case right = 2

    /// The value for an unknown number.
    public static let unrecognized = LandmarkSide.none
}
