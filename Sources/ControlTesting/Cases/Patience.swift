/// How long the exam waits, in seconds: mostly twice what a launcher does by default, since several cases sit side by side.
enum Patience {
    /// From the start of the process to its hello, where no other case sits beside it: what a launcher waits. Time in which
    /// the machine had no processor for it does not count, up to as much again.
    static let firstHello = 5.0
    /// From the start of the process to its hello, beside other cases.
    static let hello = 10.0
    /// Between two heartbeats, half of the time: they are to come once a second.
    static let usualHeartbeat = 2.0
    /// From one heartbeat to the next.
    static let heartbeat = 6.0
    /// From SIGTERM, or the end of standard input, to the end.
    static let ending = 10.0
    /// From the end of the process to the end of what it has started.
    static let leftovers = 1.0
    /// Until an effect begins, a subscription is made again, or something is asked.
    static let reaction = 10.0
}
