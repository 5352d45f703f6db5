import NATS
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import Trackers

/// Trackers as sources of a fleet: over HTTP, and over MQTT through the NATS servers, which turn a topic into a subject:
/// `owntracks/USER/DEVICE` with the messages of OwnTracks, and `navbus/DEVICE/position` with plain JSON.
final class FleetTrackers: Sendable {
    private static let queue = "gateways"
    private static let ownTracks = "owntracks.*.*"
    private static let plain = "navbus.*.position"
    private static let retrySeconds = 1

    private let gateway: FleetGateway
    private let sessions = DeviceSessions()
    private let errors = Mutex<[TrackerError.Kind: UInt64]>([:])
    private let parts = Mutex<(listener: TrackerListener?, subscriptions: [NATSSubscription])>((nil, []))

    /// Begins to take positions.
    ///
    /// - Parameters:
    ///   - listen: Address and port of the HTTP listener; empty for none.
    ///   - token: The token that trackers need over HTTP; `nil` for none.
    init(_ gateway: FleetGateway, _ connection: NATSConnection, listen: String, token: String?) throws {
        self.gateway = gateway
        var subscriptions: [NATSSubscription] = []
        for subject in [Self.ownTracks, Self.plain] {
            subscriptions.append(
                try connection.subscribe(subject, queue: Self.queue) { [weak self] in self?.take($0) })
        }
        let listener = listen.isEmpty ? nil : try listener(at: listen, token)
        let all = subscriptions
        parts.withLock { $0 = (listener, all) }
    }

    /// Takes no further positions.
    func close() {
        let (listener, subscriptions) = parts.withLock { parts in
            defer { parts = (nil, []) }
            return parts
        }
        for subscription in subscriptions { subscription.unsubscribe() }
        listener?.stop()
    }

    /// The messages without a position, by the kind of their error.
    var errorCounts: [TrackerError.Kind: UInt64] { errors.withLock { $0 } }

    private func count(_ error: TrackerError) { errors.withLock { $0[error.kind, default: 0] += 1 } }

    private func listener(at listen: String, _ token: String?) throws -> TrackerListener {
        try TrackerListener(
            listen: listen, token: token, sessions: sessions,
            handler: .init(
                position: { [gateway] position, answer in
                    let isAccepted = gateway.take(position) { answer(.accepted) }
                    if !isAccepted { answer(.busy(retryAfterSeconds: Self.retrySeconds)) }
                },
                error: { [weak self] in self?.count($0) }))
    }

    /// Takes a message of MQTT. Its sender learns nothing of the outcome.
    private func take(_ message: NATSMessage) {
        let words = message.subject.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 3, message.payload.count <= TrackerPosition.maxBytes else { return }
        do throws(TrackerError) {
            let position =
                words[0] == "owntracks"
                ? try OwnTracksMessage.position(json: message.payload, device: "\(words[1])/\(words[2])", in: sessions)
                : try PlainPosition.position(json: message.payload, device: String(words[1]), in: sessions)
            if let position { _ = gateway.take(position) {} }
        } catch {
            count(error)
        }
    }
}
