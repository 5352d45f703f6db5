import NATS
import NavigationEvents
import Platform
import Synchronization

/// Stores the events that must not be missed in the stream ``FleetNames/keptStream``: beginnings and ends of navigations, and
/// commands. Each is sent again with the same id until the stream has it. Used on one thread.
final class KeptEvents {
    /// The topics of these events.
    static let topics: Set<String> = [
        Topic.onNavigationStarted.rawValue, Topic.onNavigationStopped.rawValue, Topic.onCommand.rawValue,
    ]
    private static let repeatSeconds = 1.0
    /// The events that are kept of each session.
    private static let perSession = 16

    private struct Sent {
        var subject: String
        var id: String
        var bytes: [UInt8]
        var at: Double
    }

    private let publisher: AckedPublisher
    private let stored: Stored
    private var underWay: [UInt64: Sent] = [:]
    private var lastToken: UInt64 = 0

    /// The tokens that the stream has confirmed.
    private final class Stored: Sendable {
        let tokens = Mutex<[UInt64]>([])
    }

    /// Makes the stream, if it does not exist yet.
    init(_ connection: NATSConnection, replicas: Int, maxAge: Duration) throws(NATSError) {
        var settings = StreamSettings(name: FleetNames.keptStream, subjects: [FleetNames.keptSubjects])
        (settings.replicas, settings.maxAge, settings.maxMessagesPerSubject) = (replicas, maxAge, Self.perSession)
        try JetStream(connection).ensureStream(settings)
        let stored = Stored()
        self.stored = stored
        publisher = try AckedPublisher(connection) { token, result in
            // An error is temporary: the event is sent again.
            if case .success = result { stored.tokens.withLock { $0.append(token) } }
        }
    }

    /// Stores an event; `run` and `sequence` identify it in its session, whoever stores it.
    func store(_ bytes: [UInt8], of session: Session, run: UInt64, sequence: UInt64) throws(NATSError) {
        lastToken += 1
        let sent = Sent(
            subject: FleetNames.kept(Partition(of: session), session: session.name),
            id: "\(session.name)-\(run)-\(sequence)", bytes: bytes, at: MonotonicInstant.now.seconds)
        underWay[lastToken] = sent
        try publisher.publish(sent.subject, sent.bytes, messageID: sent.id, token: lastToken)
    }

    /// Whether the stream has all events; sends those again that it has not confirmed in time.
    func hasAll() throws(NATSError) -> Bool {
        let tokens = stored.tokens.withLock { tokens in
            defer { tokens = [] }
            return tokens
        }
        for token in tokens { underWay[token] = nil }
        guard !underWay.isEmpty else { return true }
        let now = MonotonicInstant.now.seconds
        for (token, sent) in underWay where now - sent.at >= Self.repeatSeconds {
            underWay[token]?.at = now
            try publisher.publish(sent.subject, sent.bytes, messageID: sent.id, token: token)
        }
        return false
    }
}
