/// What somebody on the bus may do. Roles add up.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Receive events, ask for missed ones and for the status.
    case tap
    /// Besides that of a tap: report under its own name, and say that it is alive.
    case control
    /// Ask for what people and buttons ask for: start, stop; mute, repeat, say and all
    /// else that is asked of controls; open and close sessions.
    case `operator`
    /// Send positions.
    case source
    /// Answer with routes what guidance asks for when a route was left.
    case router
}
