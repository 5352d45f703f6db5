import EventCodec
import NATS
import NavigationEvents
import Synchronization

/// The questions of those who follow a session: for its present state (an empty payload), or for missed events (a request
/// frame `missed`). They come to all workers; the owner of the session answers.
final class Questions: Sendable {
    /// The most questions that wait. A sender asks again.
    private static let maxWaiting = 1000

    /// A question about a session.
    struct Question: Sendable {
        var session: Session
        var replyTo: String
        /// The missed events, with the id of the frame; `nil` for the present state.
        var missed: (id: UInt64, events: MissedEvents)?
    }

    private struct State: Sendable {
        var waiting: [Question] = []
        var malformed: UInt64 = 0
        var subscription: NATSSubscription?
    }

    private let state = Mutex(State())

    /// Begins to listen.
    init(_ connection: NATSConnection, _ subject: String = FleetNames.questions) throws(NATSError) {
        let subscription = try connection.subscribe(subject) { [weak self] in self?.take($0) }
        state.withLock { $0.subscription = subscription }
    }

    /// The questions since the last call.
    func takeAll() -> [Question] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func take(_ message: NATSMessage) {
        guard let replyTo = message.replyTo, let session = FleetNames.session(ofSubject: message.subject) else {
            return
        }
        var question = Question(session: session, replyTo: replyTo)
        if !message.payload.isEmpty {
            guard let frame = try? RequestFrame(wireBytes: message.payload), case .missed(let missed) = frame.request,
                missed.session == session
            else {
                state.withLock { $0.malformed += 1 }
                return
            }
            question.missed = (frame.id, missed)
        }
        state.withLock { state in
            if state.waiting.count < Self.maxWaiting { state.waiting.append(question) }
        }
    }
}
