/// What a display is about.
public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// No navigation is active.
    case idle
    /// A route is followed: there is an instruction.
    case guiding
    /// The route was left and another one is awaited: there is no instruction.
    case rerouting
    /// The destination is reached; until the next navigation begins.
    case arrived
}
