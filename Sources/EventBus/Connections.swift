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
        var number: UInt64
        var peer: PeerIdentity?
        /// When a whole message came last; when it was opened, before that. Nanoseconds of the monotonic clock.
        var heardAt: UInt64
        var topics: Set<[UInt8]> = []
    }

    /// How many there may be.
    let most: Int
    /// How many of them may not have said a word yet.
    private let mostSilent: Int
    /// How many of them may be of one key, or of one user that is neither ours nor root.
    private let mostOfOne: Int
    private let ownUser: UInt32
    private var open: [Place: Connection] = [:]
    private var silent: Set<Place> = []
    private var opened: UInt64 = 0
    private var counts: [Owner: Int] = [:]

    init(most: Int, ownUser: UInt32) {
        self.most = max(most, 4)
        self.ownUser = ownUser
        mostSilent = max(most / 2, 2)
        mostOfOne = max(most / 8, 8)
    }

    var count: Int { open.count }

    /// Takes note of a new connection.
    ///
    /// - Returns: One to cut if there are too many now: of those that have not said a word, the one that has had the
    ///   most time to; if all have, the new one.
    mutating func accepted(_ place: Place, now: UInt64) -> Place? {
        // Its end may not have been told.
        ended(place)
        opened += 1
        open[place] = Connection(number: opened, heardAt: now)
        silent.insert(place)
        guard open.count > most || silent.count > mostSilent else { return nil }
        return silent.min { (open[$0]?.number ?? 0) < (open[$1]?.number ?? 0) }
    }

    mutating func ended(_ place: Place) {
        if let owner = open[place]?.peer.flatMap(owner) { counts[owner, default: 1] -= 1 }
        open[place] = nil
        silent.remove(place)
    }

    /// Takes note of whose it is; it has said something.
    ///
    /// - Returns: `false` if it is to be cut: its owner has too many.
    mutating func identified(_ place: Place, as peer: PeerIdentity, now: UInt64) -> Bool {
        open[place]?.heardAt = now
        guard silent.remove(place) != nil else { return true }
        open[place]?.peer = peer
        guard let owner = owner(peer) else { return true }
        counts[owner, default: 0] += 1
        return counts[owner, default: 0] <= mostOfOne
    }

    /// Whose share of the connections it counts to; `nil` if it may have them all.
    private func owner(_ peer: PeerIdentity) -> Owner? {
        switch peer {
        case .key(let name): .key(name)
        case .local(let user, _): user == ownUser || user == 0 ? nil : .user(user)
        }
    }

    func isOpen(_ place: Place) -> Bool { open[place] != nil }

    /// Takes note of a subscription; how many the connection has now.
    mutating func subscribed(_ place: Place, to topic: [UInt8]) -> Int {
        open[place]?.topics.insert(topic)
        return open[place]?.topics.count ?? 0
    }

    /// All that is subscribed to.
    var subscriptions: Set<[UInt8]> { open.values.reduce(into: []) { $0.formUnion($1.topics) } }

    /// Takes note of the end of a subscription; one that there never was makes no room for others.
    mutating func unsubscribed(_ place: Place, from topic: [UInt8]) { open[place]?.topics.remove(topic) }

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
