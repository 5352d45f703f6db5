import EventBus
import EventCodec
import NATS
import NavigationEvents
import Platform
import Synchronization

/// Receives the events of a session of a fleet, each once and in order. Lost ones are fetched from the owner of the session.
/// Used on one thread, which it blocks.
final class FleetFollower {
    /// The next part of the session.
    enum Delivery {
        /// The next events.
        case events([FollowedEvent])
        /// The state with which the session begins, or continues in another run, or after events that are gone.
        case state(Snapshot)
    }

    /// The events that have arrived on the threads of the connection.
    private final class Received: Sendable {
        let events = Mutex<[FollowedEvent]>([])
    }

    private static let answerTimeout = Duration.seconds(1)
    /// Seconds between two questions that had no useful answer.
    private static let retrySeconds = 1.0
    /// Seconds without an event after which the newest number is asked for: the last event may be lost.
    private static let silenceSeconds = 3.0

    private let connection: NATSConnection
    private let session: Session
    private let wakeUp: WakeUp
    private let received: Received
    private let subscription: NATSSubscription
    private var order = FollowedOrder()
    private var askedAt = -Double.infinity
    private var heardAt = -Double.infinity

    /// Begins to receive the events of a session.
    ///
    /// - Parameter wakeUp: Wakes the thread that waits in ``next(milliseconds:)``.
    init(_ connection: NATSConnection, _ session: Session, wakeUp: WakeUp) throws(NATSError) {
        (self.connection, self.session, self.wakeUp) = (connection, session, wakeUp)
        let received = Received()
        self.received = received
        subscription = try connection.subscribe(FleetNames.outputs(of: session)) { message in
            guard let event = FollowedEvent(message) else { return }
            received.events.withLock { $0.append(event) }
            wakeUp.wake()
        }
    }

    /// The next part of the session; `nil` if there is none within the time, or before the wake-up.
    ///
    /// - Throws: ``NATSError`` if the servers refuse a question.
    func next(milliseconds: Int32) throws(NATSError) -> Delivery? {
        if received.events.withLock({ $0.isEmpty }) { wakeUp.wait(milliseconds: milliseconds) }
        let now = MonotonicInstant.now.seconds
        let arrived = received.events.withLock { events in
            defer { events = [] }
            return events
        }
        if !arrived.isEmpty { heardAt = now }
        let events = order.take(arrived)
        if !events.isEmpty { return .events(events) }
        guard order.isIncomplete || now - heardAt >= Self.silenceSeconds, now - askedAt >= Self.retrySeconds else {
            return nil
        }
        askedAt = now
        return try complete()
    }

    /// The kept events of the session up to a state, the oldest first, without a gap.
    func history(upTo state: Snapshot) throws(NATSError) -> [FollowedEvent] {
        var events: [FollowedEvent] = []
        for topic in state.topicSequences.keys { events += try missed(topic, from: 1) }
        events.sort { $0.envelope.sequence < $1.envelope.sequence }
        var first = events.endIndex
        var expected = state.sequence
        for (index, event) in events.enumerated().reversed() where event.envelope.sequence <= state.sequence {
            guard event.envelope.run == state.run, event.envelope.sequence == expected else { break }
            first = index
            expected -= 1
        }
        return events[first...].filter { $0.envelope.sequence <= state.sequence }
    }

    // MARK: - Lost Events

    /// Asks for what is missing.
    private func complete() throws(NATSError) -> Delivery? {
        guard let state = try state() else { return nil }
        heardAt = MonotonicInstant.now.seconds
        guard let cursor = order.cursor, cursor.run == state.run else { return begin(state) }
        order.confirmRun()
        guard order.isBehind(state) else { return nil }
        var fetched: [FollowedEvent] = []
        for topic in Topic.allCases {
            let known = cursor.topicSequences[topic] ?? 0
            guard state.topicSequences[topic] ?? 0 > known else { continue }
            fetched += try missed(topic, from: known + 1)
        }
        let events = order.take(fetched)
        if !events.isEmpty { return .events(events) }
        return begin(state)
    }

    private func begin(_ state: Snapshot) -> Delivery {
        order.begin(after: state)
        return .state(state)
    }

    /// The present state of the session; `nil` if nobody owns it at present.
    private func state() throws(NATSError) -> Snapshot? {
        guard let payload = try ask([]) else { return nil }
        // The answer of another version is as good as none.
        return try? Snapshot(wireBytes: payload)
    }

    /// The kept events of a topic from a number on.
    private func missed(_ topic: Topic, from number: UInt64) throws(NATSError) -> [FollowedEvent] {
        var events: [FollowedEvent] = []
        var next = number
        while true {
            let missed = MissedEvents(session: session, topic: topic, first: next, last: .max)
            guard let payload = try ask(RequestFrame(id: 1, request: .missed(missed)).wireBytes()),
                let frame = try? ReplyFrame(wireBytes: payload), case .events(let part, _) = frame.reply,
                let last = part.last, last.topicSequence >= next
            else { return events }
            events += part.map(FollowedEvent.init)
            next = last.topicSequence + 1
        }
    }

    private func ask(_ question: [UInt8]) throws(NATSError) -> [UInt8]? {
        do {
            return try connection.request(
                FleetNames.question(about: session), question, timeout: Self.answerTimeout
            ).payload
        } catch {
            switch error {
            case .permission, .authentication, .closed: throw error
            // The session has no owner, or the servers do not answer at present.
            default: return nil
            }
        }
    }
}

/// An event of a fleet with its bytes.
struct FollowedEvent: Sendable {
    let envelope: Envelope
    let bytes: [UInt8]

    /// Reads an event; `nil` if it is unreadable, so that it counts as lost.
    init?(_ message: NATSMessage) {
        guard let envelope = try? Envelope(wireBytes: message.payload) else { return nil }
        (self.envelope, bytes) = (envelope, message.payload)
    }

    init(_ envelope: Envelope) { (self.envelope, bytes) = (envelope, envelope.wireBytes()) }
}
