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
    /// The topics whose newest events this process has encoded.
    private var encodedTopics = TopicSet([])
    /// The state before the first kept event, if events were published elsewhere before; by topic.
    private var earlierState: [Topic: Envelope] = [:]
    /// The topics to which clients of the event sockets subscribe, at a change of the subscriptions.
    private var subscribed: (change: UInt64, topics: TopicSet) = (0, TopicSet([]))
    /// The time of the newest fix; the outer `nil`: the journal has to be read.
    private var knownFixTime: Timestamp??
    /// See ``encodedSnapshot(_:account:)``.
    var lastSnapshot = EncodedSnapshot()

    /// The clients that read the journal themselves.
    let ring = RingPeers()

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
    ///
    /// - Parameter isRecorded: Whether the event is from a recording.
    func append(_ bytes: UnsafeRawBufferPointer, topic: Topic, nanoseconds: UInt64, isRecorded: Bool = false) {
        if isRecorded { encodedTopics.remove(topic) } else { encodedTopics.insert(topic) }
        journal.append(bytes, topic: topic, nanoseconds: nanoseconds)
    }

    /// The time of the newest fix of the session; `nil` before the first.
    var fixTime: Timestamp? {
        if let knownFixTime { return knownFixTime }
        // The bus can read its own events.
        let time = (try? newestEvent(.onGPS))?.event.time
        knownFixTime = .some(time)
        return time
    }

    /// Handles an event that is kept.
    func note(_ event: Event) {
        if case .gps(let fix) = event { knownFixTime = .some(fix.time) }
    }

    /// Whether a client of an event socket subscribes to a topic.
    func isSubscribed(to topic: Topic, _ all: SubscribedTopics) -> Bool {
        if subscribed.change != all.change { subscribed = (all.change, all.topics(of: names)) }
        return subscribed.topics.contains(topic)
    }

    /// Whether the newest event of a topic is a part of a snapshot as it is; see ``NavigationEvents/Envelope/asState``.
    func isState(_ topic: Topic) -> Bool {
        if earlierState[topic]?.topicSequence == journal.newest(topic) { return false }
        return switch topic {
        case .onCommand: false
        case .onGPS, .onNavigation: encodedTopics.contains(topic)
        case .onNavigationStarted, .onNavigationStopped, .onControl, .onHeading: true
        }
    }

    /// Begins after events that were published elsewhere. No effect if there are events already.
    ///
    /// - Parameter state: The newest of these events that are the present state, as in a snapshot.
    func begin(after cursor: StreamCursor, state: [Envelope] = []) {
        guard sequence == 0 else { return }
        for var envelope in state {
            envelope.run = run
            earlierState[envelope.event.topic] = envelope
        }
        knownFixTime = nil
        journal.begin(
            after: JournalState(
                sequence: cursor.sequence, topicSequences: Topic.allCases.map { cursor.topicSequences[$0] ?? 0 },
                isNavigating: earlierState[.onNavigationStarted] != nil,
                hasGuidance: earlierState[.onNavigation] != nil))
    }

    /// The kept events of a topic after a number, as many as fit into one answer.
    func kept(_ topic: Topic, after topicSequence: UInt64, most: Int) throws(WireError) -> [Envelope] {
        guard most > 0, topicSequence < .max else { return [] }
        let first = max(topicSequence, journal.oldest(topic) &- 1) &+ 1
        let last = first.addingReportingOverflow(UInt64(most - 1))
        let missed = MissedEvents(
            session: session, topic: topic, first: first, last: last.overflow ? .max : last.partialValue)
        var events: [Envelope] = []
        for number in keptNumbers(missed).map({ Array($0.numbers) }) ?? [] {
            if let event = try event(topic, number) { events.append(event) }
        }
        return events
    }

    /// The numbers of the kept events among the missed ones and the bytes of each, as many as fit into one answer;
    /// `nil` if there are none.
    ///
    /// If the first ones are gone, the answer is only the oldest kept event: it shows the loss, and a client that wants
    /// the rest asks again. A subscriber in a flood of events must not cost the bus a thousand events with each
    /// request.
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
        // Numbers begin at 1; 0 asks for the oldest event.
        max(missed.first, 1) <= min(missed.last, journal.newest(missed.topic))
    }

    /// The newest number of each topic that has had events.
    var topicSequences: [Topic: UInt64] {
        var numbers: [Topic: UInt64] = [:]
        for topic in Topic.allCases where journal.newest(topic) > 0 { numbers[topic] = journal.newest(topic) }
        return numbers
    }

    /// The newest numbers: the present state without the events.
    var heartbeat: Snapshot {
        Snapshot(
            run: run, session: session, sequence: sequence, topicSequences: topicSequences, latest: [],
            processID: currentProcessID())
    }

    /// The newest numbers with the present state.
    func snapshot() throws(WireError) -> Snapshot {
        var snapshot = heartbeat
        for topic in stateTopics {
            if let newest = try newestEvent(topic) { snapshot.latest.append(newest.asState) }
        }
        snapshot.latest.sort { $0.sequence < $1.sequence }
        return snapshot
    }

    /// The cursor after the newest event.
    var cursor: StreamCursor { StreamCursor(run: run, sequence: sequence, topicSequences: topicSequences) }

    /// The state for a list of sessions.
    var status: SessionStatus {
        SessionStatus(session: session, state: isNavigating ? .enroute : .stopped, sequence: sequence)
    }

    /// The newest command; `nil` if there has been none. The journal keeps it at any age, also across the death of the
    /// process.
    var command: ControlCommand? {
        // The bus can read its own events, unless there was no memory to keep them.
        guard case .command(let command) = (try? newestEvent(.onCommand))?.event else { return lastCommand }
        return command
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

    /// The newest event of a topic; `nil` if it is not kept.
    func newestEvent(_ topic: Topic) throws(WireError) -> Envelope? {
        let newest = journal.newest(topic)
        if let earlier = earlierState[topic], earlier.topicSequence == newest { return earlier }
        return try event(topic, newest)
    }

    func event(_ topic: Topic, _ number: UInt64) throws(WireError) -> Envelope? {
        try journal.withEvent(topic, number) { bytes throws(WireError) in try Envelope(wireBytes: bytes) }
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
