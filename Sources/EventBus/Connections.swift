import ZeroMQ

/// The open connections of a bus, by socket and file descriptor. A value: it names the connections to end, and the bus
/// ends them.
struct Connections {
    struct Place: Sendable, Hashable {
        var gate: Gate
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
        var heardAt: UInt64
        var topics: Set<[UInt8]> = []
        var intake = Intake()
        let queue = QueuedBytes()
        /// Time when the queue was last seen empty.
        var queueEmptyAt: UInt64
    }

    /// Maximum number of connections.
    let most: Int
    /// Maximum number of connections without a message yet: at the sockets of this machine, and at the ports.
    private let maxSilentLocal: Int
    private let maxSilentRemote: Int
    /// Maximum number of connections of one key, or of one user other than ours and root.
    private let mostOfOne: Int
    private let ownUser: UInt32
    private var open: [Place: Connection] = [:]
    private var silent = SilentConnections()
    private var counts: [Owner: Int] = [:]

    /// Maximum duration of the handshake of a remote peer while many are pending, in nanoseconds.
    static let maxBusyHandshakeNanoseconds: UInt64 = 500_000_000

    init(most: Int, ownUser: UInt32) {
        self.most = max(most, 4)
        self.ownUser = ownUser
        maxSilentLocal = max(self.most / 16, min(self.most / 2, 16))
        maxSilentRemote = min(self.most / 2, 16)
        mostOfOne = max(most / 8, 8)
    }

    var count: Int { open.count }

    /// Records a new connection.
    ///
    /// - Returns: The connection to end if there are too many: one without a message yet, of the origin with the most
    ///   of those; the new one if all have sent a message.
    mutating func accepted(_ place: Place, from origin: ConnectionOrigin = .unknown, now: UInt64) -> Place? {
        // The end of the former connection may not have been reported.
        ended(place)
        var connection = Connection(origin: origin, openedAt: now, heardAt: now, queueEmptyAt: now)
        if case .process(let user, _) = origin { connection.owner = owner(ofUser: user) }
        open[place] = connection
        silent.insert(place, from: origin.address)
        if let owner = connection.owner {
            counts[owner, default: 0] += 1
            if counts[owner, default: 0] > mostOfOne { return place }
        }
        let isRemote = place.gate.isRemote
        guard silent.count(isRemote: isRemote) > (isRemote ? maxSilentRemote : maxSilentLocal) || open.count > most
        else {
            return nil
        }
        return excess(isRemote: isRemote, now: now)
    }

    /// A connection of the origin with the most: the oldest if its time is over, otherwise a random one, so that a peer
    /// that is quick to introduce itself mostly gets in, however many others connect.
    private func excess(isRemote: Bool, now: UInt64) -> Place? {
        let greediest = silent.ofGreediest(isRemote: isRemote)
        return greediest.first.flatMap { isLate($0, now: now) ? $0 : greediest.randomElement() }
    }

    private func openedAt(_ place: Place) -> UInt64 { open[place]?.openedAt ?? 0 }

    private func isLate(_ place: Place, now: UInt64) -> Bool {
        now > openedAt(place) &+ Self.maxBusyHandshakeNanoseconds
    }

    /// The remote connections whose handshake takes too long, if at least half of their maximum is in use.
    func late(now: UInt64) -> [Place] {
        guard silent.count(isRemote: true) > maxSilentRemote / 2 else { return [] }
        return silent.all(isRemote: true).filter { isLate($0, now: now) }
    }

    mutating func ended(_ place: Place) {
        if let owner = open[place]?.owner { counts[owner, default: 1] -= 1 }
        _ = silent.remove(place, from: open[place]?.origin.address)
        open[place] = nil
    }

    /// Records the peer of a connection that has sent a message.
    ///
    /// - Returns: `false` if the connection must be ended because its owner has too many.
    mutating func identified(_ place: Place, as peer: PeerIdentity, now: UInt64) -> Bool {
        open[place]?.heardAt = now
        open[place]?.intake.heard()
        guard silent.remove(place, from: open[place]?.origin.address) else { return true }
        open[place]?.peer = peer
        guard open[place]?.owner == nil, let owner = owner(peer) else { return true }
        open[place]?.owner = owner
        counts[owner, default: 0] += 1
        return counts[owner, default: 0] <= mostOfOne
    }

    /// The owner in whose number of connections a peer counts; `nil` if it may use all of them.
    private func owner(_ peer: PeerIdentity) -> Owner? {
        switch peer {
        case .key(let name): .key(name)
        case .local(let user, _, _): owner(ofUser: user)
        }
    }

    private func owner(ofUser user: UInt32) -> Owner? { user == ownUser || user == 0 ? nil : .user(user) }

    func isOpen(_ place: Place) -> Bool { open[place] != nil }

    /// The peer of a connection, if it is known.
    func peer(_ place: Place) -> PeerIdentity? {
        if let peer = open[place]?.peer { return peer }
        guard case .process(let user, let process) = open[place]?.origin else { return nil }
        return .local(user: user, process: process)
    }

    /// Records a subscription, and returns the number of subscriptions of the connection.
    mutating func subscribed(_ place: Place, to topic: [UInt8]) -> Int {
        open[place]?.topics.insert(topic)
        return open[place]?.topics.count ?? 0
    }

    /// All topics that are subscribed to.
    var subscriptions: Set<[UInt8]> { open.values.reduce(into: []) { $0.formUnion($1.topics) } }

    /// Removes a subscription. One that was never made frees nothing.
    mutating func unsubscribed(_ place: Place, from topic: [UInt8]) { open[place]?.topics.remove(topic) }

    /// Checks the bytes received over each connection, and returns the connections with an unfinished message.
    mutating func unfinished(now: UInt64, _ look: (Place) -> Intake.Look?) -> [Place] {
        var unfinished: [Place] = []
        for place in Array(open.keys) {
            guard let seen = look(place) else { continue }
            if open[place]?.intake.note(seen, now: now) == true { unfinished.append(place) }
        }
        return unfinished
    }

    /// The counter for bytes that wait to be received over a connection.
    func queue(_ place: Place) -> QueuedBytes? { open[place]?.queue }

    /// Checks the queues, and returns the connections over which something has waited since a time.
    mutating func stalled(since moment: UInt64, now: UInt64) -> [Place] {
        for (place, connection) in open where connection.queue.count == 0 { open[place]?.queueEmptyAt = now }
        return open.filter { $0.value.queueEmptyAt < moment }.map(\.key)
    }

    /// The connections without a complete message since a time; with `isAll`, also the subscribers.
    func unheard(since moment: UInt64, isAll: Bool) -> [Place] {
        open.filter { place, connection in
            connection.heardAt < moment && (isAll || connection.peer == nil || !place.gate.isForEvents)
        }.map(\.key)
    }

    /// The connections that match a condition. The peer is unknown before its first message.
    func places(where holds: (Place, PeerIdentity?) -> Bool) -> [Place] {
        open.filter { holds($0.key, $0.value.peer) }.map(\.key)
    }
}

/// A socket of the bus. The raw value is its ZAP domain, by which libzmq names it in its requests.
enum Gate: String, Sendable, Hashable, CaseIterable {
    case requests
    case events
    case remoteRequests
    case remoteEvents

    /// Whether the socket sends events.
    var isForEvents: Bool { self == .events || self == .remoteEvents }

    /// Whether the socket is for other machines, with keys.
    var isRemote: Bool { self == .remoteRequests || self == .remoteEvents }
}
