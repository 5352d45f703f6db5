import EventCodec
import Journal
import NavigationEvents

/// The numbers of one session, and its latest events for late joiners and for clients that missed some.
final class SessionLog {
    let names: WireNames
    let journal: EventJournal
    /// The numbers of the published reports.
    var reports: ReportDeduplicator
    /// The newest command, in case the journal had no memory for it.
    var lastCommand: ControlCommand?
    /// See ``encodedSnapshot(_:account:)``.
    var lastSnapshot = EncodedSnapshot()

    /// Whether it continues the journal of a bus that was killed.
    let isContinued: Bool

    init(_ begun: SessionJournal) {
        journal = begun.journal
        isContinued = begun.isContinued
        reports = begun.reports
        names = WireNames(journal.session)
    }

    var session: Session { journal.session }
    /// The run of the session. A session that was opened later has its own.
    var run: UInt64 { journal.run }
    /// ``NavigationEvents/Envelope/sequence`` of the newest event.
    var sequence: UInt64 { journal.state.sequence }
    var isNavigating: Bool { journal.state.isNavigating }

    /// The numbers of the next event of a topic.
    func next(_ topic: Topic) -> (sequence: UInt64, topicSequence: UInt64) { journal.next(topic) }

    /// Keeps an event with the next numbers.
    func append(_ bytes: UnsafeRawBufferPointer, topic: Topic, nanoseconds: UInt64) {
        journal.append(bytes, topic: topic, nanoseconds: nanoseconds)
    }

    /// The kept events among the missed ones, as many as fit into one answer.
    ///
    /// If the first ones are gone, the answer is only the oldest kept event: it shows the loss, and a client that wants
    /// the rest asks again. A subscriber in a flood of events must not cost the bus a thousand events with each
    /// request.
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

    /// The numbers of these events and the bytes of each; `nil` if there are none.
    func keptNumbers(_ missed: MissedEvents) -> (numbers: ClosedRange<UInt64>, counts: [Int])? {
        let first = max(missed.first, journal.oldest(missed.topic))
        let last = min(missed.last, journal.newest(missed.topic))
        let most = first > max(missed.first, 1) ? 1 : BusLimits.maxAnsweredEvents
        var counts: [Int] = []
        var size = 0
        while counts.count < most, first <= last, UInt64(counts.count) <= last - first {
            let room = counts.isEmpty ? Int.max : BusLimits.maxAnsweredBytes - size
            let count: Int? = journal.withEvent(missed.topic, first + UInt64(counts.count)) { $0.count }
            guard let count, count <= room else { break }
            counts.append(count)
            size += count
        }
        return counts.isEmpty ? nil : (first...(first + UInt64(counts.count - 1)), counts)
    }

    /// Whether any of the missed events were published. Then an empty answer would be wrong.
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
    /// The event as a part of a snapshot: of a command only the state remains, since its action is over.
    ///
    /// A fix from an earlier version of the bus in the journal is also checked for impossible numbers.
    var asState: Envelope {
        var state = self
        switch event {
        case .command(let command): state.event = .command(command.state)
        case .gps(let fix): state.event = .gps(fix.withoutImpossibleNumbers)
        case .navigation(var info):
            info.fix.removeImpossibleNumbers()
            state.event = .navigation(info)
        case .navigationStarted, .navigationStopped, .control, .heading: break
        }
        return state
    }
}
