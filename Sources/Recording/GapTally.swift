import NavigationEvents

/// Counts the events and gaps in some messages, in case these are lost.
struct GapTally {
    private(set) var events: [RecordingGap] = []
    private(set) var gaps: [RecordingGap] = []

    /// Number of events.
    var eventCount: UInt64 { events.reduce(0) { $0.adding(clamped: $1.count) } }

    mutating func note(_ envelope: Envelope) {
        let (time, sequence) = (envelope.publishedAt, envelope.sequence)
        merge(
            RecordingGap(
                session: envelope.session, run: envelope.run, firstSequence: sequence, lastSequence: sequence, count: 1,
                began: time, ended: time, reason: ""))
    }

    mutating func note(_ more: [RecordingGap]) { gaps += more }

    mutating func add(_ other: GapTally) {
        for gap in other.events { merge(gap) }
        gaps += other.gaps
    }

    private mutating func merge(_ gap: RecordingGap) {
        guard let index = events.firstIndex(where: { $0.run == gap.run && $0.session == gap.session }) else {
            events.append(gap)
            return
        }
        events[index].firstSequence = min(events[index].firstSequence, gap.firstSequence)
        events[index].lastSequence = max(events[index].lastSequence, gap.lastSequence)
        events[index].count = events[index].count.adding(clamped: gap.count)
        events[index].began = min(events[index].began, gap.began)
        events[index].ended = max(events[index].ended, gap.ended)
    }

    /// The gaps to note if all messages are lost.
    func lost(_ reason: String) -> [RecordingGap] {
        let lost = events.map { gap in
            var gap = gap
            gap.reason = reason
            return gap
        }
        return gaps + lost
    }
}
