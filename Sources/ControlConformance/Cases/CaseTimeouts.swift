/// Timeouts of the conformance test, seconds: mostly twice the default of the launcher, because cases run in parallel. Time
/// in which the machine had no processor for the process does not count, up to the same duration: see ``CaseDeadline``.
enum CaseTimeouts {
    /// From the start of the process to its hello, while no other case runs: the default of the launcher.
    static let firstHello = 5.0
    /// From the start of the process to its hello, while other cases run.
    static let hello = 10.0
    /// Maximum of the median time between two heartbeats, which should be a second.
    static let usualHeartbeat = 2.0
    /// From one heartbeat to the next.
    static let heartbeat = 6.0
    /// From SIGTERM, or the end of standard input, to the end.
    static let ending = 10.0
    /// From the end of the process to the end of its children.
    static let leftovers = 1.0
    /// Until a display shows the state of a navigation that has begun.
    static let state = 1.0
    /// Until a control that repairs gaps requests missing events, at the latest after the next heartbeat of the bus.
    static let repair = 4.0
    /// Maximum duration of the announcement of a cue.
    static let announcement = 5.0
    /// Without events from the bus, until a display may show nothing any more.
    static let silence = 5.0
    /// Until an effect begins, a subscription is renewed, or a request arrives.
    static let reaction = 10.0
}
