/// The subject of a cue.
public enum CueSubject: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The maneuver of the step.
    case maneuver = 1
    /// The destination.
    case destination = 2
    /// A stopover.
    case stopover = 3
    /// A road to follow for a long distance.
    case followRoad = 4
    /// The route was left or is driven in the wrong direction: turn around if possible.
    case offRoute = 5
    /// The start: the direction in which the route leads, and the first maneuver, which is that of the step.
    case start = 6

    /// The value for an unknown number.
    public static let unrecognized = CueSubject.unknown
}
