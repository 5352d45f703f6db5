/// How long the exam waits, in seconds: twice what a supervisor does by default, since several cases sit side by side.
enum Patience {
    /// From the start of the process to its hello.
    static let hello = 10.0
    /// From one heartbeat to the next.
    static let heartbeat = 6.0
    /// From SIGTERM, or the end of standard input, to the end.
    static let ending = 10.0
    /// Until an effect begins, a subscription is made again, or something is asked.
    static let reaction = 10.0
}
