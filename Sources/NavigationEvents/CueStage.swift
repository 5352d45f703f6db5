/// The nearness of a cue to its maneuver.
public enum CueStage: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// "Follow the road": the next maneuver is far away.
    case follow = 1
    /// The early message on fast roads.
    case far = 2
    /// "In 300 metres …".
    case prepare = 3
    /// "Now …".
    case now = 4

    /// The value for an unknown number.
    public static let unrecognized = CueStage.unknown
}
