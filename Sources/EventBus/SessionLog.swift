import EventCodec
import NavigationEvents

/// What a bus keeps of one session: its numbers, and its latest events for those who come late or missed some.
final class SessionLog {
    let names: WireNames
    let journal: EventJournal
    /// Which reports were published.
    var reports: ReportNumbers
    /// What was asked last, should the journal have had no memory for it.
    var lastAsked: ControlCommand?
    /// See ``encodedSnapshot(_:account:)``.
    var lastSnapshot = EncodedSnapshot()

    /// Whether it was found in the journal of a bus that was killed, and goes on.
    let isContinued: Bool

    init(_ journal: EventJournal, reports: ReportNumbers = ReportNumbers(), isContinued: Bool = false) {
        self.journal = journal
        self.isContinued = isContinued
        self.reports = reports
        names = WireNames(journal.session)
    }

    var session: Session { journal.session }
    /// The run it belongs to: one that was opened later has its own.
    var run: UInt64 { journal.run }
    /// ``NavigationEvents/Envelope/sequence`` of the newest event.
    var sequence: UInt64 { journal.state.sequence }
    var isNavigating: Bool { journal.state.isNavigating }

    /// The numbers that the next event of a topic gets.
    func next(_ topic: Topic) -> (sequence: UInt64, topicSequence: UInt64) {
        (journal.state.sequence &+ 1, journal.state.topicSequences[topic.place] &+ 1)
    }

    /// Keeps an event that was given the next numbers.
    func append(_ bytes: UnsafeRawBufferPointer, topic: Topic, nanoseconds: UInt64) {
        journal.append(bytes, topic: topic, nanoseconds: nanoseconds)
    }

    /// The kept events among those missed, as many as fit into one answer.
    ///
    /// When the first ones are gone already, it is only the oldest one kept: enough to see that, and who wants the
    /// rest all the same asks on. A flooded subscriber must not cost the bus a thousand events each time it asks.
    func kept(_ missed: MissedEvents) throws(WireError) -> [Envelope] {
        var answer: [Envelope] = []
        guard let (numbers, _) = keptNumbers(missed) else { return answer }
        for number in numbers {
            let event = try journal.withEvent(missed.topic, number) { bytes throws(WireError) in
                try Envelope(wireBytes: bytes)
            }
            if let event { answer.append(event) }
        }
        return answer
    }

    /// The numbers of these events and how many bytes each has; `nil` if there are none.
    func keptNumbers(_ missed: MissedEvents) -> (numbers: ClosedRange<UInt64>, counts: [Int])? {
        let first = max(missed.first, journal.oldest(missed.topic))
        let last = min(missed.last, journal.newest(missed.topic))
        let most = first > max(missed.first, 1) ? 1 : BusLimits.mostAnsweredEvents
        var counts: [Int] = []
        var size = 0
        while counts.count < most, first <= last, UInt64(counts.count) <= last - first {
            let room = counts.isEmpty ? Int.max : BusLimits.mostAnsweredBytes - size
            let count: Int? = journal.withEvent(missed.topic, first + UInt64(counts.count)) { $0.count }
            guard let count, count <= room else { break }
            counts.append(count)
            size += count
        }
        return counts.isEmpty ? nil : (first...(first + UInt64(counts.count - 1)), counts)
    }

    /// Whether some of those missed were published, so that no answer would look as if they had not been.
    func hasPublished(_ missed: MissedEvents) -> Bool {
        missed.first <= min(missed.last, journal.newest(missed.topic))
    }

    /// The newest number of each topic that has had events.
    var topicSequences: [Topic: UInt64] {
        var numbers: [Topic: UInt64] = [:]
        for topic in Topic.allCases where journal.newest(topic) > 0 { numbers[topic] = journal.newest(topic) }
        return numbers
    }

    /// The present state; without events it is a heartbeat.
    func snapshot(withEvents: Bool) throws(WireError) -> Snapshot {
        var latest: [Envelope] = []
        if withEvents {
            for topic in stateTopics {
                if let event = try newestEvent(topic) { latest.append(event.asState) }
            }
            latest.sort { $0.sequence < $1.sequence }
        }
        return Snapshot(
            run: run, session: session, sequence: sequence, topicSequences: topicSequences, latest: latest,
            processID: currentProcessID())
    }

    /// The topics whose newest events are the present state.
    var stateTopics: [Topic] {
        var topics: [Topic] = [.onGPS]
        if journal.state.isNavigating { topics.append(.onNavigationStarted) }
        if journal.state.hasGuidance { topics.append(.onNavigation) }
        if journal.newest(.onCommand) > 0 { topics.append(.onCommand) }
        if journal.newest(.onHeading) > 0 { topics.append(.onHeading) }
        return topics
    }

    func newestEvent(_ topic: Topic) throws(WireError) -> Envelope? {
        try journal.withEvent(topic, journal.newest(topic)) { bytes throws(WireError) in
            try Envelope(wireBytes: bytes)
        }
    }
}

extension Envelope {
    /// What a late joiner is told of it: what a person asked then was done then, and only its outcome holds on.
    ///
    /// A fix that an earlier version of the bus left in the journal goes by the ranges as well.
    var asState: Envelope {
        var told = self
        switch event {
        case .command(let command): told.event = .command(command.state)
        case .gps(let fix): told.event = .gps(fix.withoutImpossibleNumbers)
        case .navigation(var info):
            info.fix.removeImpossibleNumbers()
            told.event = .navigation(info)
        case .navigationStarted, .navigationStopped, .control, .heading: break
        }
        return told
    }
}
