import NavigationEvents

/// When each event of a recording is due, counted from the first.
///
/// Within a run of the bus the monotonic times decide: the wall clock may have been set meanwhile. Between runs, which
/// may lie on either side of a reboot, only the wall clock can.
struct ReplaySchedule {
    private var last: (run: UInt64, nanoseconds: UInt64, time: Timestamp)?
    private var offset: UInt64 = 0

    /// Nanoseconds at the pace of the recording; events come in order.
    mutating func nanoseconds(of envelope: Envelope) -> UInt64 {
        if let last {
            if last.run == envelope.run, envelope.monotonicNanoseconds >= last.nanoseconds {
                offset += envelope.monotonicNanoseconds - last.nanoseconds
            } else {
                offset += UInt64(max(0, envelope.publishedAt.seconds(since: last.time)) * 1e9)
            }
        }
        last = (envelope.run, envelope.monotonicNanoseconds, envelope.publishedAt)
        return offset
    }
}
