/// The phase of a navigation, which decides what a display shows.
public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// No navigation is active.
    case idle
    /// The vehicle follows a route: there is an instruction.
    case guiding
    /// The vehicle is off route and guidance searches another route: there is no instruction.
    case rerouting
    /// The destination is reached, until the next navigation begins.
    case arrived
}
