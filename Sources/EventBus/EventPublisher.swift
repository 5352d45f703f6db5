import Access
import EventCodec
import Journal
import NavigationEvents
import Platform

/// Numbers, encodes, keeps and sends the events of a bus, among them its own warnings.
///
/// Publishing never waits for a subscriber. A slow one loses events, and fetches them later:
///
/// 1. Events that a subscriber has not received yet wait in a queue of libzmq, at most ``BusLimits/sendHighWater``.
/// 2. While the queue is full, libzmq drops further events for this subscriber; the others receive them.
/// 3. The subscriber detects the gap by the numbers of the next event or heartbeat, and requests the missed events from
///    the journal. ``SubscriptionState`` has the states of this repair, and ``RequestProcessor`` answers the request.
/// 4. If the journal no longer has the events, the subscriber continues with the present state, a snapshot.
///
/// Slowness alone ends no connection. ``ConnectionRegistry`` ends one with large answers that are not received, and
/// ``MemoryControl`` idle ones when the bus is short of memory.
final class EventPublisher {
    private let transport: Transport
    private let sessions: SessionRegistry
    private let counters: BusCounters
    private let subscribedTopics: SubscribedTopics
    private var writer = WireWriter(capacity: 4096, remembersSteps: true)
    private var warningLimit = WarningLimit()
    /// Whether only recorded events are published.
    private var isReplaying = false

    /// Makes a publisher for the sessions and sockets of a bus.
    init(
        _ transport: Transport, _ sessions: SessionRegistry, _ counters: BusCounters,
        _ subscribedTopics: SubscribedTopics
    ) {
        self.subscribedTopics = subscribedTopics
        self.transport = transport
        self.sessions = sessions
        self.counters = counters
    }

    /// Publishes an event: numbers it, encodes it once, keeps it in the journal, and sends it to all subscribers.
    ///
    /// - Returns: `false`, and counted, if it cannot be published; see ``BusServer/publish(_:session:tick:)``.
    @discardableResult
    func publish(_ event: Event, session: Session, tick: UInt64 = 0) -> Bool {
        guard transport.isOpen else { return false }
        guard let log = sessions[session] else {
            counters.unknownSessions += 1
            return false
        }
        let topic = event.topic
        let (sequence, topicSequence) = log.next(topic)
        let now = MonotonicInstant.now.nanoseconds
        writer.reset()
        Envelope(
            run: log.run, sequence: sequence, topicSequence: topicSequence, session: session,
            monotonicNanoseconds: now, publishedAt: .now, tick: tick, event: event,
            fixTime: event.time == nil ? log.fixTime : nil
        ).encode(into: &writer)
        guard writer.count <= BusLimits.maxEventBytes else {
            counters.oversizedEvents += 1
            warnOnce(
                "event",
                "an event of \(topic.rawValue) was not published: it has \(writer.count) bytes, and at most "
                    + "\(BusLimits.maxEventBytes) are possible")
            return false
        }
        writer.withUnsafeBytes { keepAndSend($0, of: topic, in: log, now: now) }
        log.note(event)
        return true
    }

    /// Publishes the report of a control, except during a replay: there the numbers of the events are those of the
    /// recording.
    func publish(_ report: ControlReport, session: Session) {
        if !isReplaying { publish(.control(report), session: session) }
    }

    private func keepAndSend(
        _ bytes: UnsafeRawBufferPointer, of topic: Topic, in log: SessionLog, now: UInt64, isRecorded: Bool = false
    ) {
        counters.published += 1
        // The event is kept before it is sent: a received event always survives the death of this process.
        log.append(bytes, topic: topic, nanoseconds: now, isRecorded: isRecorded)
        log.ring.wake()
        guard log.isSubscribed(to: topic, subscribedTopics) else { return }
        send(bytes, topic: log.names.topics[topic.index])
    }

    private func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8]) {
        if !transport.send(bytes, topic: topic) { counters.failedSends += 1 }
    }

    // MARK: - Replay

    /// Publishes only recorded events from now on.
    func beginReplay() { isReplaying = true }

    /// Publishes an event of a recording, byte for byte, with its recorded numbers.
    ///
    /// - Returns: `false`, and nothing is published, if it is not the next event of this run and its session.
    func publish(recorded envelope: Envelope, bytes: [UInt8]) -> Bool {
        let topic = envelope.event.topic
        guard transport.isOpen, bytes.count <= BusLimits.maxEventBytes, let log = sessions[envelope.session],
            envelope.run == log.run, log.next(topic) == (envelope.sequence, envelope.topicSequence)
        else { return false }
        bytes.withUnsafeBytes {
            keepAndSend(
                $0, of: topic, in: log, now: MonotonicInstant.now.nanoseconds, isRecorded: true)
        }
        log.note(envelope.event)
        return true
    }

    // MARK: - Warnings and Heartbeats

    /// Logs a warning about the bus, as a report of "navbus" in the bus's own sessions.
    func warn(_ text: String) {
        for log in sessions.own {
            publish(ControlReport(control: "navbus", kind: .warning, text: text), session: log.session)
        }
    }

    /// Logs a warning, unless one of this kind was logged a moment ago.
    func warnOnce(_ kind: String, _ text: String) {
        if warningLimit.allows(kind, now: MonotonicInstant.now.nanoseconds) { warn(text) }
    }

    /// Counts a denial, and logs it with a limited rate.
    func warn(of denial: AccessDenial) {
        switch denial.kind {
        case .forbidden: counters.access.forbiddenRequests += 1
        case .impostor: counters.access.impostorReports += 1
        }
        warnOnce(denial.kind.rawValue, denial.text)
    }

    /// Sends the newest numbers of a session to all subscribers.
    func sendHeartbeat(of log: SessionLog) {
        log.heartbeat.wireBytes().withUnsafeBytes { send($0, topic: log.names.heartbeat) }
    }
}
