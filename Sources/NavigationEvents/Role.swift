/// A set of permissions of a peer on the bus. Roles add up.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Receive events, request missed ones and the status.
    case tap
    /// All of `tap`; send reports under its own name, and heartbeats.
    case control
    /// Send the requests of people and buttons: start and stop navigation; mute, repeat, say and all other commands;
    /// open and close sessions.
    case `operator`
    /// Send positions.
    case source
    /// Answer the route requests of guidance when a route was left.
    case router
}
