/// The position of a maneuver relative to a landmark.
public enum LandmarkRelation: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The maneuver is at the landmark.
    case at = 1
    /// The maneuver is before the landmark.
    case before = 2
    /// The maneuver is after the landmark.
    case after = 3
    /// The landmark is on the other side of the road than the turn.
    case opposite = 4

    /// The value for an unknown number.
    public static let unrecognized = LandmarkRelation.unknown
}
