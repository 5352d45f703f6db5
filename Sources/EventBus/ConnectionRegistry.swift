import Access
import Platform
import ZeroMQ

/// The connections of a bus: admits, identifies and ends them. ``EventPublisher`` says how a slow subscriber is handled.
final class ConnectionRegistry {
    private var connections: Connections
    private let transport: Transport
    private let admissionControl: AdmissionControl
    private let publisher: EventPublisher
    private let counters: BusCounters
    /// Large messages that their peers have not received yet, each counted once.
    let queuedBytes = QueuedBytes()
    /// Gets each connection that begins or has ended: whatever was received over it before is void.
    var onChange: (Connections.ID) -> Void = { _ in }

    /// Begins without connections.
    ///
    /// - Parameter maxPeers: Maximum number of connections.
    init(
        _ transport: Transport, _ admissionControl: AdmissionControl, _ publisher: EventPublisher,
        _ counters: BusCounters, _ subscribedTopics: SubscribedTopics, maxPeers: Int
    ) {
        self.transport = transport
        self.admissionControl = admissionControl
        self.publisher = publisher
        self.counters = counters
        connections = Connections(maxCount: maxPeers, ownUser: admissionControl.policy.ownUser, subscribedTopics)
    }

    // MARK: - Admission

    /// Answers the ZAP requests of libzmq, which decide whether a peer may connect.
    func serveZAPRequests() {
        do {
            while try transport.zapHandler?.serve({ decide($0) }) == true {}
        } catch {
            // A peer without an answer is not connected.
            counters.failedSends += 1
        }
    }

    /// Whether peers are postponed.
    var hasPostponed: Bool { transport.zapHandler?.hasPostponed == true }

    /// Decides about the peers that were postponed: the launcher may have reported them since.
    func servePostponed() {
        do {
            try transport.zapHandler?.servePostponed { decide($0) }
        } catch {
            counters.failedSends += 1
        }
    }

    private func decide(_ request: ZAPRequest) -> ZAPDecision {
        do throws(AdmissionControl.ConnectionRefusal) {
            return .admit(
                try admissionControl.identify(
                    request, now: MonotonicInstant.now.nanoseconds, nanosecondsSinceBoot: WallClock.nanosecondsSinceBoot
                ).userID)
        } catch {
            if error == .unreported { return .postpone }
            counters.access.refusedConnections += 1
            switch error {
            case .unknownKey:
                counters.access.unknownKeys += 1
                publisher.warnOnce(
                    "key", "a peer at \(request.address) was refused: its key is not in the list of allowed keys")
            case .foreignUser(let user):
                counters.access.foreignUsers += 1
                publisher.warnOnce("user", "the user with number \(user) was refused: other users have no access")
            case .banned, .noProof, .ended, .unreported: break
            }
            return .refuse
        }
    }

    // MARK: - Beginning and End

    /// Handles new and ended connections. libzmq accepts no connection while events of the monitors wait.
    func serveMonitors() {
        while let (busSocket, event) = transport.nextConnectionEvent() {
            switch event {
            case .accepted(let descriptor):
                let connection = Connections.ID(busSocket: busSocket, descriptor: descriptor)
                onChange(connection)
                let origin = ConnectionOrigin(descriptor: descriptor)
                if let excess = connections.accepted(connection, from: origin, now: MonotonicInstant.now.nanoseconds) {
                    end(excess: excess, "there are too many connections: one was ended")
                }
            case .ended(let descriptor): forget(Connections.ID(busSocket: busSocket, descriptor: descriptor))
            case .failedHandshake: counters.access.failedHandshakes += 1
            // A client on this machine connects once to identify the listening process, and disconnects.
            case .leftHandshake: if busSocket.isRemote { counters.access.failedHandshakes += 1 }
            case .rejected: break
            case .cannotAccept(let code):
                counters.access.unacceptedConnections += 1
                publisher.warnOnce(
                    "accept", "a connection could not be accepted (\(SystemError.text(code))); raise ulimit -n")
            }
        }
    }

    /// Records the peer of a connection at a message; `false` if the connection has been ended.
    func identify(_ connection: Connections.ID, _ peer: PeerIdentity, now: UInt64) -> Bool {
        guard !connections.identified(connection, as: peer, now: now) else { return true }
        end(excess: connection, "\(peer) has too many connections: one was ended")
        return false
    }

    /// Ends a connection and bans its peer from this socket for a while.
    func cut(_ connection: Connections.ID, _ peer: PeerIdentity?) {
        if let peer { admissionControl.ban(peer, at: connection.busSocket, now: MonotonicInstant.now.nanoseconds) }
        end(connection)
    }

    /// Ends a connection. Its peer may connect again.
    func end(_ connection: Connections.ID) {
        serveMonitors()
        guard connections.isOpen(connection) else { return }
        counters.access.cutConnections += 1
        disconnect(connection)
    }

    /// Ends the remote connections whose handshake takes too long, if there are many.
    func endLate() {
        for connection in connections.late(now: MonotonicInstant.now.nanoseconds) {
            counters.access.failedHandshakes += 1
            disconnect(connection)
        }
    }

    /// Ends the connections whose peers may have lost their rights, after the list of keys has changed.
    func endRevoked(since former: AllowedKeys) {
        serveMonitors()
        let keys = admissionControl.policy.keys
        let changed = connections.ids { connection, peer in
            switch peer {
            case .key(let name): keys[name] != former[name]
            case .local: false
            // Its key may be revoked, and its name may belong to another key now.
            case nil: connection.busSocket.isRemote
            }
        }
        for connection in changed { end(connection) }
    }

    private func end(excess connection: Connections.ID, _ text: String) {
        counters.access.excessConnections += 1
        publisher.warnOnce("excess", text)
        disconnect(connection)
    }

    private func disconnect(_ connection: Connections.ID) {
        transport.cut(connection)
        forget(connection)
    }

    private func forget(_ connection: Connections.ID) {
        connections.ended(connection)
        onChange(connection)
    }

    // MARK: - State

    /// Number of connections.
    var count: Int { connections.count }

    /// Whether a connection is open.
    func isOpen(_ connection: Connections.ID) -> Bool { connections.isOpen(connection) }

    /// The peer of a connection in words, for messages.
    func name(_ connection: Connections.ID) -> String {
        connections.peer(connection).map(String.init(describing:)) ?? "a peer"
    }

    /// Records a subscription, and returns the number of subscriptions of the connection.
    func subscribed(_ connection: Connections.ID, to topic: [UInt8]) -> Int {
        connections.subscribed(connection, to: topic)
    }

    /// Removes a subscription.
    func unsubscribed(_ connection: Connections.ID, from topic: [UInt8]) {
        connections.unsubscribed(connection, from: topic)
    }

    /// The counter for bytes that wait on a connection; `nil` if too many wait there, or in total.
    func queue(_ connection: Connections.ID, for bytes: Int) -> QueuedBytes? {
        guard bytes > BusLimits.maxUnsplitRequestBytes, let queue = connections.queue(connection) else {
            return QueuedBytes()
        }
        let isRoom = queue.count == 0 || queue.count + bytes <= BusLimits.maxMessageBytes
        return isRoom && queuedBytes.count + bytes <= BusLimits.maxQueuedBytes ? queue : nil
    }

    // MARK: - Suspects

    private static let stallNanoseconds: UInt64 = 10_000_000_000

    /// If many large messages are queued, ends the connections that have received none for long. Their peers may
    /// connect again.
    func endStalled() {
        let now = MonotonicInstant.now.nanoseconds
        let stalled = connections.stalled(since: now - min(now, Self.stallNanoseconds), now: now)
        guard queuedBytes.count > BusLimits.maxQueuedBytes / 2 else { return }
        for connection in stalled {
            publisher.warnOnce(
                "stalled", "\(name(connection)) does not receive its messages: its connection is ended")
            end(connection)
        }
    }

    /// Ends the connections that have begun a message and do not end it, and bans their peers for a while; `true` if
    /// there were any.
    func endUnfinished() -> Bool {
        let unfinished = connections.unfinished(now: MonotonicInstant.now.nanoseconds) { connection in
            let received = connection.busSocket.isRemote ? receivedBytes(connection.descriptor) : nil
            return unreadBytes(connection.descriptor).map {
                UnfinishedMessageDetector.Sample(unreadBytes: $0, receivedBytes: received)
            }
        }
        for connection in unfinished {
            counters.access.memoryCuts += 1
            publisher.warnOnce(
                "unfinished", "\(name(connection)) begins a message and does not end it: its connection is ended")
            cut(connection, connections.peer(connection))
        }
        return !unfinished.isEmpty
    }

    /// Ends the connections without a recent complete message; with `isAll`, also the subscribers.
    func endIdle(isAll: Bool) {
        serveMonitors()
        let now = MonotonicInstant.now.nanoseconds
        let since = now - min(now, UnfinishedMessageDetector.timeoutNanoseconds)
        for connection in connections.idle(since: since, isAll: isAll) {
            counters.access.memoryCuts += 1
            end(connection)
        }
    }
}
