import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Maximum number of messages taken from a socket before the other sockets, and publishing, get their turn.
    static let mostMessagesInTurn = 64

    /// Applies the subscriptions that are allowed. A subscription to `~snap/<session>/<id>` is answered with a snapshot
    /// on that topic.
    ///
    /// libzmq passes on the subscriptions of a peer in the order in which the peer made them, and sends to the peer in
    /// order too. When this subscription is handled, those to the topics are already in force, and every event after
    /// the snapshot reaches the peer after it: no event is lost between the snapshot and the stream.
    func serveSubscriptions() {
        // New connections must be known before their messages.
        serveMonitors()
        for door in transport?.doors ?? [] {
            var turns = Self.mostMessagesInTurn
            while turns > 0 {
                guard let message = transport?.receiveSubscription(door) else {
                    door.isMisaligned = false
                    break
                }
                turns -= 1
                take(message, door)
            }
        }
    }

    private func take(_ message: Transport.Message, _ door: Door) {
        guard let kind = message.payload.first, kind <= 1,
            message.payload.count <= BusLimits.largestSubscriptionBytes
        else { return takeForeign(message, door) }
        // libzmq itself withdraws the subscriptions of a peer that has gone, and only reports it.
        guard let peer = message.peer else { return }
        // Subscriptions of an ended connection may still wait.
        if !book.connections.isOpen(message.place) { serveMonitors() }
        guard book.connections.isOpen(message.place) else { return }
        let now = MonotonicInstant.now.nanoseconds
        guard identify(message.place, peer, now: now) else { return }
        guard !door.isMisaligned else { return end(message.place) }
        guard isAdmitted(message, peer, now: now) else { return }
        let topic = Array(message.payload.dropFirst())
        guard kind == 1 else {
            book.connections.unsubscribed(message.place, from: topic)
            return withdraw(topic, door)
        }
        guard book.connections.subscribed(message.place, to: topic) <= BusLimits.mostSubscriptions else {
            counters.access.excessSubscriptions += 1
            warnOnce("subscriptions", "\(peer) makes more than \(BusLimits.mostSubscriptions) subscriptions")
            return cut(message.place, peer)
        }
        subscribe(peer, to: topic, over: message.place, door)
    }

    /// Whether the rate of subscriptions is within the limit. Otherwise the connection is ended, since no subscription
    /// may be ignored silently. The peer makes all of them again when it connects again.
    private func isAdmitted(_ message: Transport.Message, _ peer: PeerIdentity, now: UInt64) -> Bool {
        let admission = book.admit(peer, bytes: message.payload.count, now: now)
        guard admission != .take else { return true }
        counters.access.throttledSubscriptions += 1
        warnOnce("throttled", "\(peer) makes too many subscriptions: its connection was ended")
        if admission == .cut { cut(message.place, peer) } else { end(message.place) }
        return false
    }

    /// Handles a message on the events socket that is no subscription.
    ///
    /// libzmq 4.3 then loses count: a subscription applied to "the peer that was received from last" would go to
    /// another peer, until all waiting messages have been received. So no subscription is applied before that. A peer
    /// that subscribes meanwhile is disconnected, and the sender of the message is banned for a while.
    private func takeForeign(_ message: Transport.Message, _ door: Door) {
        counters.malformedSubscriptions += 1
        door.isMisaligned = true
        if let peer = message.peer {
            warnOnce("foreign", "\(peer) sent a message that is no subscription to the events socket")
        }
        cut(message.place, message.peer)
    }

    private func subscribe(
        _ peer: PeerIdentity, to topic: [UInt8], over place: Connections.Place, _ door: Door
    ) {
        let log = WireNames.snapshotSession(in: String(decoding: topic, as: UTF8.self)).flatMap { sessions[$0] }
        guard log != nil || WireNames.isMeaningful(prefix: topic) else {
            counters.unknownTopics += 1
            return
        }
        guard book.policy.allows(topic, for: peer) else {
            counters.access.forbiddenSubscriptions += 1
            let name = String(decoding: topic.prefix(60), as: UTF8.self)
            return warnOnce("subscription", "\(peer) may not subscribe to topics that begin with \"\(name)\"")
        }
        do {
            try door.events.subscribe(topic)
        } catch {
            counters.failedSends += 1
            return
        }
        guard let log else { return }
        counters.snapshots += 1
        sendSnapshot(of: log, topic: topic, to: peer, over: place, by: door)
    }

    private func withdraw(_ topic: [UInt8], _ door: Door) {
        do {
            try door.events.unsubscribe(topic)
        } catch {
            counters.failedSends += 1
        }
    }

    /// Answers a peer that joins with the present state, as far as it may receive it.
    private func sendSnapshot(
        of log: SessionLog, topic: [UInt8], to peer: PeerIdentity, over place: Connections.Place, by door: Door
    ) {
        do {
            let topics = book.policy.rights(of: peer)?.topics ?? []
            let bytes = try log.encodedSnapshot(topics, account: queuedBytes)
            book.chargeAnswer(peer, bytes: bytes.count)
            // A peer that does not receive its queued messages asks again later.
            guard let queue = queue(place, for: bytes.count), let transport,
                transport.send(bytes, countedIn: queue, topic: topic, door)
            else {
                counters.failedSends += 1
                return
            }
        } catch {
            // The bus cannot read its own event. The peer asks again, and the error is counted.
            counters.failedSends += 1
        }
    }

    /// Sends the newest numbers of a session to all subscribers.
    func sendBeat(of log: SessionLog) {
        do {
            let (bytes, topic) = (try log.snapshot(withEvents: false).wireBytes(), log.names.beat)
            let isSent = bytes.withUnsafeBytes { transport?.send($0, topic: topic) ?? true }
            if !isSent { counters.failedSends += 1 }
        } catch {
            // The next heartbeat comes in a second.
            counters.failedSends += 1
        }
    }
}
