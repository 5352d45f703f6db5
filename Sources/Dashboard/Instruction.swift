public import NavigationEvents
public import Pictures

/// The next maneuver, as it is shown.
public struct Instruction: Sendable, Hashable {
    /// The sign; its ``SignPicture/glyph`` and ``words`` go with it.
    public internal(set) var sign: Sign
    /// What the maneuver is.
    public internal(set) var maneuver: Maneuver
    /// Number of the step in the whole route, from 0.
    public internal(set) var stepNumber: Int
    /// Metres along the route; `nil` where unknown.
    public internal(set) var distanceMeters: Double?
    /// Seconds, as the router expects; `nil` where unknown.
    public internal(set) var durationSeconds: Double?
    /// A bar that empties towards the maneuver: 1 far away, 0 at it. `nil` where the distance is unknown.
    public internal(set) var bar: Double?
    /// The street that is entered; empty where it has no name.
    public internal(set) var street: String
    /// What the signs say: road numbers and places, joined; empty without any.
    public internal(set) var towards: String
    /// The motorway exit as signposted ("9A"); empty if there is none.
    public internal(set) var exit: String

    /// What is to be done, with the exit to count.
    public var words: String { SignWords(maneuver, exitNumber: sign.exitNumber).text }
}

/// A maneuver after the next one, as it is shown.
public struct LaterManeuver: Sendable, Hashable {
    /// The sign.
    public internal(set) var sign: Sign
    /// What the maneuver is.
    public internal(set) var maneuver: Maneuver
    /// Metres from the maneuver before it; `nil` where unknown.
    public internal(set) var metersFromPrevious: Double?
    /// The street that is entered; empty where it has no name.
    public internal(set) var street: String
    /// What the signs say; empty without any.
    public internal(set) var towards: String

    /// What is to be done, with the exit to count.
    public var words: String { SignWords(maneuver, exitNumber: sign.exitNumber).text }
}
