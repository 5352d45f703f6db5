import Access
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// Receives subscriptions, applies those that are allowed, and answers peers that join with the present state.
///
/// A subscription to `~snap/<session>/<id>` is answered with a snapshot on that topic. libzmq passes on the
/// subscriptions of a peer in the order in which the peer made them, and sends to the peer in order too. When this
/// subscription is handled, those to the topics are already in force, and every event after the snapshot reaches the
/// peer after it: no event is lost between the snapshot and the stream.
final class SubscriptionEndpoint {
    private let transport: Transport
    private let connections: ConnectionRegistry
    private let admissionControl: AdmissionControl
    private let sessions: SessionRegistry
    private let publisher: EventPublisher
    private let counters: BusCounters

    /// Makes the endpoint for the event sockets of a bus.
    init(
        _ transport: Transport, _ connections: ConnectionRegistry, _ admissionControl: AdmissionControl,
        _ sessions: SessionRegistry, _ publisher: EventPublisher, _ counters: BusCounters
    ) {
        self.transport = transport
        self.connections = connections
        self.admissionControl = admissionControl
        self.sessions = sessions
        self.publisher = publisher
        self.counters = counters
    }

    /// Handles the waiting subscriptions.
    func serve() {
        // New connections must be known before their messages.
        connections.serveMonitors()
        for listener in transport.listeners {
            var turns = RequestEndpoint.maxMessagesInTurn
            while turns > 0 {
                guard let message = transport.receiveSubscription(listener) else {
                    listener.isMisaligned = false
                    break
                }
                turns -= 1
                handle(message, listener)
            }
        }
    }

    private func handle(_ message: Transport.Message, _ listener: BusListener) {
        guard let kind = message.payload.first, kind <= 1,
            message.payload.count <= BusLimits.maxSubscriptionBytes
        else { return handleForeign(message, listener) }
        // libzmq itself withdraws the subscriptions of a peer that has gone, and only reports it.
        guard let peer = message.peer else { return }
        // Subscriptions of an ended connection may still wait.
        if !connections.isOpen(message.connection) { connections.serveMonitors() }
        guard connections.isOpen(message.connection) else { return }
        let now = MonotonicInstant.now.nanoseconds
        guard connections.identify(message.connection, peer, now: now) else { return }
        guard !listener.isMisaligned else { return connections.end(message.connection) }
        guard isAdmitted(message, peer, now: now) else { return }
        let topic = Array(message.payload.dropFirst())
        guard kind == 1 else {
            connections.unsubscribed(message.connection, from: topic)
            return withdraw(topic, listener)
        }
        guard connections.subscribed(message.connection, to: topic) <= BusLimits.maxSubscriptions else {
            counters.access.excessSubscriptions += 1
            publisher.warnOnce("subscriptions", "\(peer) makes more than \(BusLimits.maxSubscriptions) subscriptions")
            return connections.cut(message.connection, peer)
        }
        subscribe(peer, to: topic, over: message.connection, listener)
    }

    /// Whether the rate of subscriptions is within the limit. Otherwise the connection is ended, since no subscription
    /// may be ignored silently. The peer makes all of them again when it connects again.
    private func isAdmitted(_ message: Transport.Message, _ peer: PeerIdentity, now: UInt64) -> Bool {
        let admission = admissionControl.admit(peer, bytes: message.payload.count, now: now)
        guard admission != .accept else { return true }
        counters.access.throttledSubscriptions += 1
        publisher.warnOnce("throttled", "\(peer) makes too many subscriptions: its connection was ended")
        if admission == .cut {
            connections.cut(message.connection, peer)
        } else {
            connections.end(message.connection)
        }
        return false
    }

    /// Handles a message on the events socket that is no subscription.
    ///
    /// libzmq 4.3 then loses count: a subscription applied to "the peer that was received from last" would go to
    /// another peer, until all waiting messages have been received. So no subscription is applied before that. A peer
    /// that subscribes meanwhile is disconnected, and the sender of the message is banned for a while.
    private func handleForeign(_ message: Transport.Message, _ listener: BusListener) {
        counters.malformedSubscriptions += 1
        listener.isMisaligned = true
        if let peer = message.peer {
            publisher.warnOnce("foreign", "\(peer) sent a message that is no subscription to the events socket")
        }
        connections.cut(message.connection, message.peer)
    }

    private func subscribe(
        _ peer: PeerIdentity, to topic: [UInt8], over connection: Connections.ID, _ listener: BusListener
    ) {
        let log = WireNames.snapshotSession(in: String(decoding: topic, as: UTF8.self)).flatMap { sessions[$0] }
        guard log != nil || WireNames.isMeaningful(prefix: topic) else {
            counters.unknownTopics += 1
            return
        }
        guard admissionControl.policy.allows(topic, for: peer) else {
            counters.access.forbiddenSubscriptions += 1
            let name = String(decoding: topic.prefix(60), as: UTF8.self)
            return publisher.warnOnce(
                "subscription", "\(peer) may not subscribe to topics that begin with \"\(name)\"")
        }
        do {
            try listener.events.subscribe(topic)
        } catch {
            counters.failedSends += 1
            return
        }
        guard let log else { return }
        counters.snapshots += 1
        sendSnapshot(of: log, topic: topic, to: peer, over: connection, by: listener)
    }

    private func withdraw(_ topic: [UInt8], _ listener: BusListener) {
        do {
            try listener.events.unsubscribe(topic)
        } catch {
            counters.failedSends += 1
        }
    }

    /// Answers a peer that joins with the present state, as far as it may receive it.
    private func sendSnapshot(
        of log: SessionLog, topic: [UInt8], to peer: PeerIdentity, over connection: Connections.ID,
        by listener: BusListener
    ) {
        do {
            let topics = admissionControl.policy.rights(of: peer)?.topics ?? []
            let bytes = try log.encodedSnapshot(topics, account: connections.queuedBytes)
            admissionControl.chargeAnswer(peer, bytes: bytes.count)
            // A peer that does not receive its queued messages asks again later.
            guard let queue = connections.queue(connection, for: bytes.count),
                transport.send(bytes, countedIn: queue, topic: topic, listener)
            else {
                counters.failedSends += 1
                return
            }
        } catch {
            // The bus cannot read its own event. The peer asks again, and the error is counted.
            counters.failedSends += 1
        }
    }
}
