public import NavigationEvents
public import Pictures

/// The next maneuver, as displays show it.
public struct Instruction: Sendable, Hashable {
    /// The sign; see also its ``SignPicture/glyph`` and ``words``.
    public internal(set) var sign: Sign
    /// The maneuver.
    public internal(set) var maneuver: Maneuver
    /// The number of the step in the whole route, from 0.
    public internal(set) var stepNumber: Int
    /// The distance along the route; `nil` if unknown.
    public internal(set) var distanceMeters: Double?
    /// The duration that the router expects; `nil` if unknown.
    public internal(set) var durationSeconds: Double?
    /// The length of a bar that empties towards the maneuver: 1 far away, 0 at it; `nil` if the distance is unknown.
    public internal(set) var bar: Double?
    /// The name of the street after the maneuver; empty without one.
    public internal(set) var street: String
    /// Road numbers and destinations of the signpost, joined; empty without any.
    public internal(set) var towards: String
    /// The number of the motorway exit ("9A"); empty without one.
    public internal(set) var exit: String

    /// The maneuver in words, with the number of the roundabout exit.
    public var words: String { SignWords(maneuver, exitNumber: sign.exitNumber).text }
}

/// A maneuver after the next one, as displays show it.
public struct LaterManeuver: Sendable, Hashable {
    /// The sign.
    public internal(set) var sign: Sign
    /// The maneuver.
    public internal(set) var maneuver: Maneuver
    /// The distance from the maneuver before it; `nil` if unknown.
    public internal(set) var metersFromPrevious: Double?
    /// The name of the street after the maneuver; empty without one.
    public internal(set) var street: String
    /// Road numbers and destinations of the signpost; empty without any.
    public internal(set) var towards: String

    /// The maneuver in words, with the number of the roundabout exit.
    public var words: String { SignWords(maneuver, exitNumber: sign.exitNumber).text }
}
