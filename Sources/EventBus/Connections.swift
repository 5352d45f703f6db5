import Access
import ZeroMQ

/// The open connections of a bus, by socket and file descriptor. A value: it names the connections to end, and the bus
/// ends them.
struct Connections {
    struct ID: Sendable, Hashable {
        var busSocket: BusSocket
        var descriptor: Int32
    }

    private enum Owner: Hashable {
        case key(String)
        case user(UInt32)
    }

    private struct Connection {
        var origin: ConnectionOrigin
        var peer: PeerIdentity?
        /// The owner in whose number of connections this one counts.
        var owner: Owner?
        let openedAt: UInt64
        /// Time of the last complete message, or of the opening, in nanoseconds of the monotonic clock.
        var receivedAt: UInt64
        var topics: Set<[UInt8]> = []
        var unfinishedMessage = UnfinishedMessageDetector()
        let queue = QueuedBytes()
        /// Time when the queue was last seen empty.
        var queueEmptyAt: UInt64
    }

    /// Maximum number of connections.
    let maxCount: Int
    /// Maximum number of connections without a message yet: at the sockets of this machine, and at the ports.
    private let maxSilentLocal: Int
    private let maxSilentRemote: Int
    /// Maximum number of connections of one key, or of one user other than ours and root.
    private let maxOfOne: Int
    private let ownUser: UInt32
    private var open: [ID: Connection] = [:]
    private var silent = SilentConnections()
    private var counts: [Owner: Int] = [:]
    private let subscribedTopics: SubscribedTopics

    /// Maximum duration of the handshake of a remote peer while many are pending, in nanoseconds.
    static let maxBusyHandshakeNanoseconds: UInt64 = 500_000_000

    init(maxCount: Int, ownUser: UInt32, _ subscribedTopics: SubscribedTopics = SubscribedTopics()) {
        self.subscribedTopics = subscribedTopics
        self.maxCount = max(maxCount, 4)
        self.ownUser = ownUser
        maxSilentLocal = max(self.maxCount / 16, min(self.maxCount / 2, 16))
        maxSilentRemote = min(self.maxCount / 2, 16)
        maxOfOne = max(maxCount / 8, 8)
    }

    var count: Int { open.count }

    /// Records a new connection.
    ///
    /// - Returns: The connection to end if there are too many: one without a message yet, of the origin with the most
    ///   of those; the new one if all have sent a message.
    mutating func accepted(_ id: ID, from origin: ConnectionOrigin = .unknown, now: UInt64) -> ID? {
        // The end of the former connection may not have been reported.
        ended(id)
        var connection = Connection(origin: origin, openedAt: now, receivedAt: now, queueEmptyAt: now)
        if case .process(let user, _) = origin { connection.owner = owner(ofUser: user) }
        open[id] = connection
        silent.insert(id, from: origin.address)
        if let owner = connection.owner {
            counts[owner, default: 0] += 1
            if counts[owner, default: 0] > maxOfOne { return id }
        }
        let isRemote = id.busSocket.isRemote
        guard silent.count(isRemote: isRemote) > (isRemote ? maxSilentRemote : maxSilentLocal) || open.count > maxCount
        else {
            return nil
        }
        return excess(isRemote: isRemote, now: now)
    }

    /// A connection of the origin with the most: the oldest if its time is over, otherwise a random one, so that a peer
    /// that is quick to introduce itself mostly gets in, however many others connect.
    private func excess(isRemote: Bool, now: UInt64) -> ID? {
        let candidates = silent.fromMostFrequentOrigin(isRemote: isRemote)
        return candidates.first.flatMap { isLate($0, now: now) ? $0 : candidates.randomElement() }
    }

    private func openedAt(_ id: ID) -> UInt64 { open[id]?.openedAt ?? 0 }

    private func isLate(_ id: ID, now: UInt64) -> Bool {
        now > openedAt(id) &+ Self.maxBusyHandshakeNanoseconds
    }

    /// The remote connections whose handshake takes too long, if at least half of their maximum is in use.
    func late(now: UInt64) -> [ID] {
        guard silent.count(isRemote: true) > maxSilentRemote / 2 else { return [] }
        return silent.all(isRemote: true).filter { isLate($0, now: now) }
    }

    mutating func ended(_ id: ID) {
        if let owner = open[id]?.owner { counts[owner, default: 1] -= 1 }
        _ = silent.remove(id, from: open[id]?.origin.address)
        for topic in open[id]?.topics ?? [] { subscribedTopics.remove(topic) }
        open[id] = nil
    }

    /// Records the peer of a connection that has sent a message.
    ///
    /// - Returns: `false` if the connection must be ended because its owner has too many.
    mutating func identified(_ id: ID, as peer: PeerIdentity, now: UInt64) -> Bool {
        open[id]?.receivedAt = now
        open[id]?.unfinishedMessage.messageReceived()
        guard silent.remove(id, from: open[id]?.origin.address) else { return true }
        open[id]?.peer = peer
        guard open[id]?.owner == nil, let owner = owner(peer) else { return true }
        open[id]?.owner = owner
        counts[owner, default: 0] += 1
        return counts[owner, default: 0] <= maxOfOne
    }

    /// The owner in whose number of connections a peer counts; `nil` if it may use all of them.
    private func owner(_ peer: PeerIdentity) -> Owner? {
        switch peer {
        case .key(let name): .key(name)
        case .local(let user, _, _): owner(ofUser: user)
        }
    }

    private func owner(ofUser user: UInt32) -> Owner? { user == ownUser || user == 0 ? nil : .user(user) }

    func isOpen(_ id: ID) -> Bool { open[id] != nil }

    /// The peer of a connection, if it is known.
    func peer(_ id: ID) -> PeerIdentity? {
        if let peer = open[id]?.peer { return peer }
        guard case .process(let user, let process) = open[id]?.origin else { return nil }
        return .local(user: user, process: process)
    }

    /// Records a subscription, and returns the number of subscriptions of the connection.
    mutating func subscribed(_ id: ID, to topic: [UInt8]) -> Int {
        if open[id]?.topics.insert(topic).inserted == true { subscribedTopics.add(topic) }
        return open[id]?.topics.count ?? 0
    }

    /// Removes a subscription. One that was never made frees nothing.
    mutating func unsubscribed(_ id: ID, from topic: [UInt8]) {
        if open[id]?.topics.remove(topic) != nil { subscribedTopics.remove(topic) }
    }

    /// Checks the bytes received over each connection, and returns the connections with an unfinished message.
    mutating func unfinished(now: UInt64, _ look: (ID) -> UnfinishedMessageDetector.Sample?) -> [ID] {
        var unfinished: [ID] = []
        for id in Array(open.keys) {
            guard let seen = look(id) else { continue }
            if open[id]?.unfinishedMessage.note(seen, now: now) == true { unfinished.append(id) }
        }
        return unfinished
    }

    /// The counter for bytes that wait to be received over a connection.
    func queue(_ id: ID) -> QueuedBytes? { open[id]?.queue }

    /// Checks the queues, and returns the connections over which something has waited since a time.
    mutating func stalled(since moment: UInt64, now: UInt64) -> [ID] {
        for (id, connection) in open where connection.queue.count == 0 { open[id]?.queueEmptyAt = now }
        return open.filter { $0.value.queueEmptyAt < moment }.map(\.key)
    }

    /// The connections without a complete message since a time; with `isAll`, also the subscribers.
    func idle(since moment: UInt64, isAll: Bool) -> [ID] {
        open.filter { id, connection in
            connection.receivedAt < moment && (isAll || connection.peer == nil || !id.busSocket.isForEvents)
        }.map(\.key)
    }

    /// The connections that match a condition. The peer is unknown before its first message.
    func ids(where holds: (ID, PeerIdentity?) -> Bool) -> [ID] {
        open.filter { holds($0.key, $0.value.peer) }.map(\.key)
    }
}

/// A socket of the bus. The raw value is its ZAP domain, by which libzmq names it in its requests.
enum BusSocket: String, Sendable, Hashable, CaseIterable {
    case requests
    case events
    case remoteRequests
    case remoteEvents

    /// Whether the socket sends events.
    var isForEvents: Bool { self == .events || self == .remoteEvents }

    /// Whether the socket is for other machines, with keys.
    var isRemote: Bool { self == .remoteRequests || self == .remoteEvents }
}
