import NavigationEvents

/// When each event of a recording is due, counted from the first.
///
/// Within a run of the bus the monotonic times decide: the wall clock may have been set meanwhile. Between runs, which
/// may lie on either side of a reboot, only the wall clock can. A pause longer than ``maxPauseSeconds`` is played as one
/// of that length.
struct ReplaySchedule {
    private var last: (run: UInt64, nanoseconds: UInt64, time: Timestamp)?
    private var offset: UInt64 = 0

    /// As for a recorded source: a replay does not wait through a night, and times may be those of another clock.
    static let maxPauseSeconds = 900.0

    /// Nanoseconds at the pace of the recording; events come in order.
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
