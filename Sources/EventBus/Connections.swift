import ZeroMQ

/// The open connections of a bus, known by gate and file descriptor. A value: it says whom to cut, and others cut.
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
        /// Whose share of the connections it counts to.
        var owner: Owner?
        let openedAt: UInt64
        /// When a whole message came last; when it was opened, before that. Nanoseconds of the monotonic clock.
        var heardAt: UInt64
        var topics: Set<[UInt8]> = []
        var intake = Intake()
        let queue = QueuedBytes()
        /// When the queue was empty last while it was looked at.
        var queueEmptyAt: UInt64
    }

    /// How many there may be.
    let most: Int
    /// How many of them may not have said a word yet: at the sockets of this machine, and at the ports.
    private let maxSilentLocal: Int
    private let maxSilentRemote: Int
    /// How many of them may be of one key, or of one user that is neither ours nor root.
    private let mostOfOne: Int
    private let ownUser: UInt32
    private var open: [Place: Connection] = [:]
    private var silent = SilentConnections()
    private var counts: [Owner: Int] = [:]

    /// How long the introduction of a peer from elsewhere may take when many come at once, in nanoseconds.
    static let maxBusyHandshakeNanoseconds: UInt64 = 500_000_000

    init(most: Int, ownUser: UInt32) {
        self.most = max(most, 4)
        self.ownUser = ownUser
        maxSilentLocal = max(self.most / 16, min(self.most / 2, 16))
        maxSilentRemote = min(self.most / 2, 16)
        mostOfOne = max(most / 8, 8)
    }

    var count: Int { open.count }

    /// Takes note of a new connection.
    ///
    /// - Returns: One to cut if there are too many now: of those that have not said a word one of the origin with the
    ///   most of them; if all have, the new one.
    mutating func accepted(_ place: Place, from origin: ConnectionOrigin = .unknown, now: UInt64) -> Place? {
        // Its end may not have been told.
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

    /// Of the origin with the most: the oldest if its time is over, otherwise any, so that who introduces itself quickly
    /// mostly comes in, however many others come.
    private func excess(isRemote: Bool, now: UInt64) -> Place? {
        let greediest = silent.ofGreediest(isRemote: isRemote)
        return greediest.first.flatMap { isLate($0, now: now) ? $0 : greediest.randomElement() }
    }

    private func openedAt(_ place: Place) -> UInt64 { open[place]?.openedAt ?? 0 }

    private func isLate(_ place: Place, now: UInt64) -> Bool {
        now > openedAt(place) &+ Self.maxBusyHandshakeNanoseconds
    }

    /// The connections from elsewhere whose introduction takes too long while half of the room for such is taken.
    func late(now: UInt64) -> [Place] {
        guard silent.count(isRemote: true) > maxSilentRemote / 2 else { return [] }
        return silent.all(isRemote: true).filter { isLate($0, now: now) }
    }

    mutating func ended(_ place: Place) {
        if let owner = open[place]?.owner { counts[owner, default: 1] -= 1 }
        _ = silent.remove(place, from: open[place]?.origin.address)
        open[place] = nil
    }

    /// Takes note of whose it is; it has said something.
    ///
    /// - Returns: `false` if it is to be cut: its owner has too many.
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

    /// Whose share of the connections it counts to; `nil` if it may have them all.
    private func owner(_ peer: PeerIdentity) -> Owner? {
        switch peer {
        case .key(let name): .key(name)
        case .local(let user, _, _): owner(ofUser: user)
        }
    }

    private func owner(ofUser user: UInt32) -> Owner? { user == ownUser || user == 0 ? nil : .user(user) }

    func isOpen(_ place: Place) -> Bool { open[place] != nil }

    /// Who is at the other end, as far as that is known.
    func peer(_ place: Place) -> PeerIdentity? {
        if let peer = open[place]?.peer { return peer }
        guard case .process(let user, let process) = open[place]?.origin else { return nil }
        return .local(user: user, process: process)
    }

    /// Takes note of a subscription; how many the connection has now.
    mutating func subscribed(_ place: Place, to topic: [UInt8]) -> Int {
        open[place]?.topics.insert(topic)
        return open[place]?.topics.count ?? 0
    }

    /// All that is subscribed to.
    var subscriptions: Set<[UInt8]> { open.values.reduce(into: []) { $0.formUnion($1.topics) } }

    /// Takes note of the end of a subscription; one that there never was makes no room for others.
    mutating func unsubscribed(_ place: Place, from topic: [UInt8]) { open[place]?.topics.remove(topic) }

    /// Looks at what has come over each connection, and returns those that have begun a message and do not end it.
    mutating func unfinished(now: UInt64, _ look: (Place) -> Intake.Look?) -> [Place] {
        var unfinished: [Place] = []
        for place in Array(open.keys) {
            guard let seen = look(place) else { continue }
            if open[place]?.intake.note(seen, now: now) == true { unfinished.append(place) }
        }
        return unfinished
    }

    /// Where bytes count that wait to be received over a connection.
    func queue(_ place: Place) -> QueuedBytes? { open[place]?.queue }

    /// Looks at what waits to be received, and returns the connections over which something has waited since a moment.
    mutating func stalled(since moment: UInt64, now: UInt64) -> [Place] {
        for (place, connection) in open where connection.queue.count == 0 { open[place]?.queueEmptyAt = now }
        return open.filter { $0.value.queueEmptyAt < moment }.map(\.key)
    }

    /// The connections that have not said anything whole since a moment; with `isAll`, those that listen too.
    func unheard(since moment: UInt64, isAll: Bool) -> [Place] {
        open.filter { place, connection in
            connection.heardAt < moment && (isAll || connection.peer == nil || !place.gate.isForEvents)
        }.map(\.key)
    }

    /// The connections for which something holds; the peer is not known before it has said something.
    func places(where holds: (Place, PeerIdentity?) -> Bool) -> [Place] {
        open.filter { holds($0.key, $0.value.peer) }.map(\.key)
    }
}

/// A socket of the bus, by what comes in there: the name under which libzmq asks about those who come.
enum Gate: String, Sendable, Hashable, CaseIterable {
    case requests
    case events
    case remoteRequests
    case remoteEvents

    /// Whether it is where events are listened to.
    var isForEvents: Bool { self == .events || self == .remoteEvents }

    /// Whether other machines come here, with keys.
    var isRemote: Bool { self == .remoteRequests || self == .remoteEvents }
}
