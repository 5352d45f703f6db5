import NavigationEvents

/// Computes when each event of a recording is due, relative to the first one.
///
/// Within a run, the monotonic times are used, since the wall clock may have been set. Between runs the wall clock is
/// used, since there may have been a reboot. Pauses are limited to ``maxPauseSeconds``.
struct ReplaySchedule {
    private var last: (run: UInt64, nanoseconds: UInt64, time: Timestamp)?
    private var offset: UInt64 = 0

    /// The longest pause, as for a recorded source: a replay skips a night, and the times may be of another clock.
    static let maxPauseSeconds = 900.0

    /// The time of an event in nanoseconds at the speed of the recording. Events must be passed in order.
    mutating func nanoseconds(of envelope: Envelope) -> UInt64 {
        if let last {
            if last.run == envelope.run, envelope.monotonicNanoseconds >= last.nanoseconds {
                advance(by: envelope.monotonicNanoseconds - last.nanoseconds)
            } else {
                advance(by: UInt64(clamping: envelope.publishedAt.seconds(since: last.time) * 1e9))
            }
        }
        last = (envelope.run, envelope.monotonicNanoseconds, envelope.publishedAt)
        return offset
    }

    private mutating func advance(by nanoseconds: UInt64) {
        offset = offset.adding(clamped: min(nanoseconds, UInt64(Self.maxPauseSeconds * 1e9)))
    }
}
