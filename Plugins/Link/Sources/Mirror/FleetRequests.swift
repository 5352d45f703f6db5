import EventCodec
import NATS
import NavigationEvents
import Platform
import Synchronization

/// Sends requests to a fleet: those of a session one after another, each until it is answered.
///
/// Any thread may use it; nothing blocks. Readings (positions, headings, motion) wait while the fleet cannot be reached, the
/// newest ones only.
final class FleetRequests: Sendable {
    /// The most readings of a session that wait: the newest half minute at one a second.
    private static let maxReadings = 32
    private static let repeatSeconds = 2.0
    /// Seconds after which the sender of a request that is not a reading gets a refusal.
    private static let maxSeconds = 10.0

    fileprivate struct Waiting: Sendable {
        let id: UInt64
        let bytes: [UInt8]
        let isReading: Bool
        let since: Double
        var sentAt = -Double.infinity
        let answer: @Sendable (Reply) -> Void
    }

    fileprivate struct State: Sendable {
        var connection: NATSConnection?
        var inbox = ""
        var subscription: NATSSubscription?
        var queues: [Session: [Waiting]] = [:]
        var lastID: UInt64
        var dropped: UInt64 = 0
    }

    private let state: Mutex<State>

    init() { state = Mutex(State(lastID: UInt64(UInt32.random(in: 1 ... .max)) << 32)) }

    /// The readings that were dropped because newer ones waited.
    var droppedReadings: UInt64 { state.withLock { $0.dropped } }

    /// Begins to send.
    func attach(_ connection: NATSConnection) throws(NATSError) {
        let inbox = connection.newInbox()
        let subscription = try connection.subscribe("\(inbox).*") { [weak self] in self?.take($0) }
        state.withLock { state in
            (state.connection, state.inbox, state.subscription) = (connection, inbox, subscription)
        }
        sendDue()
    }

    /// Sends a request of a session when the earlier ones are answered.
    ///
    /// - Parameter answer: Called once, on any thread, with the reply; not called for readings.
    func send(_ request: Request, of session: Session, answer: @escaping @Sendable (Reply) -> Void = { _ in }) {
        let isReading = request.isReading
        state.withLock { state in
            state.lastID += 1
            var queue = state.queues[session] ?? []
            if isReading, queue.count(where: \.isReading) >= Self.maxReadings,
                let oldest = queue.firstIndex(where: { $0.isReading && $0.sentAt == -.infinity })
            {
                queue.remove(at: oldest)
                state.dropped += 1
            }
            queue.append(
                Waiting(
                    id: state.lastID, bytes: RequestFrame(id: state.lastID, request: request).wireBytes(),
                    isReading: isReading, since: MonotonicInstant.now.seconds, answer: answer))
            state.queues[session] = queue
        }
        sendDue()
    }

    /// Sends what is due for the first time or again, and gives up requests without an answer. To be called several times a
    /// second.
    func sendDue() {
        let now = MonotonicInstant.now.seconds
        let givenUp = state.withLock { state in
            var givenUp: [Waiting] = []
            for session in Array(state.queues.keys) {
                givenUp += state.giveUp(session, before: now - Self.maxSeconds)
                state.sendFirst(of: session, now: now, again: now - Self.repeatSeconds)
            }
            return givenUp
        }
        for waiting in givenUp {
            waiting.answer(
                .refused(
                    RequestError(
                        code: .unavailable,
                        text:
                            "the fleet has not answered within \(Int(Self.maxSeconds)) s; the request may still take effect"
                    )
                ))
        }
    }

    private func take(_ message: NATSMessage) {
        guard let session = FleetNames.session(ofSubject: message.subject),
            let frame = try? ReplyFrame(wireBytes: message.payload)
        else { return }
        let answered: Waiting? = state.withLock { state in
            guard let first = state.queues[session]?.first, first.id == frame.id else { return nil }
            // It is sent again after a moment.
            if case .refused(let refusal) = frame.reply, refusal.code == .unavailable { return nil }
            state.queues[session]?.removeFirst()
            if state.queues[session]?.isEmpty == true { state.queues[session] = nil }
            state.sendFirst(of: session, now: MonotonicInstant.now.seconds, again: -.infinity)
            return first
        }
        if let answered, !answered.isReading { answered.answer(frame.reply) }
    }
}

extension FleetRequests.State {
    /// Removes the requests of a session that have waited too long. A reading may wait: newer ones replace it.
    fileprivate mutating func giveUp(_ session: Session, before time: Double) -> [FleetRequests.Waiting] {
        let old = queues[session]?.filter { !$0.isReading && $0.since < time } ?? []
        guard !old.isEmpty else { return [] }
        queues[session]?.removeAll { !$0.isReading && $0.since < time }
        if queues[session]?.isEmpty == true { queues[session] = nil }
        return old
    }

    /// Sends the first request of a session, unless it was sent after a time.
    fileprivate mutating func sendFirst(of session: Session, now: Double, again time: Double) {
        guard let connection, connection.isConnected, let first = queues[session]?.first,
            first.sentAt <= time || first.sentAt == -.infinity
        else { return }
        queues[session]?[0].sentAt = now
        // A connection that is closed is replaced; the request is sent again then.
        try? connection.publish(
            FleetNames.request(of: session), first.bytes, replyTo: "\(inbox).\(session.name)")
    }
}

extension Request {
    /// Whether it is a reading of a sensor, which a newer one replaces.
    fileprivate var isReading: Bool {
        switch self {
        case .position, .heading, .motion: true
        default: false
        }
    }
}
