/// What a cue is about.
public enum CueSubject: Int32, OpenEnumeration {
    case unknown = 0
    /// The maneuver of the step it names.
    case maneuver = 1
    /// The destination.
    case destination = 2
    /// A stopover.
    case stopover = 3
    /// The road that is followed for a long way.
    case followRoad = 4
    /// The route was left or is driven the wrong way: turn around if possible.
    case offRoute = 5

    /// What an unknown number reads as.
    public static let unrecognized = CueSubject.unknown
}
