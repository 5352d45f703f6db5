/// The open connections of a bus, known by gate and file descriptor. A value: it says whom to cut, and others cut.
struct Connections {
    struct Place: Sendable, Hashable {
        var gate: Gate
        var descriptor: Int32
    }

    private struct Connection {
        var number: UInt64
        var peer: PeerIdentity?
        var subscriptions = 0
    }

    /// How many there may be.
    let most: Int
    /// How many of them may not have said a word yet.
    private let mostSilent: Int
    private var open: [Place: Connection] = [:]
    private var silent: Set<Place> = []
    private var opened: UInt64 = 0

    init(most: Int) {
        self.most = max(most, 4)
        mostSilent = max(most / 2, 2)
    }

    var count: Int { open.count }

    /// Takes note of a new connection.
    ///
    /// - Returns: One to cut if there are too many now: of those that have not said a word, the one that has had the
    ///   most time to; if all have, the new one.
    mutating func accepted(_ place: Place) -> Place? {
        opened += 1
        open[place] = Connection(number: opened)
        silent.insert(place)
        guard open.count > most || silent.count > mostSilent else { return nil }
        return silent.min { (open[$0]?.number ?? 0) < (open[$1]?.number ?? 0) }
    }

    mutating func ended(_ place: Place) {
        open[place] = nil
        silent.remove(place)
    }

    /// Takes note of whose it is; it has said something.
    mutating func identified(_ place: Place, as peer: PeerIdentity) {
        guard silent.remove(place) != nil else { return }
        open[place]?.peer = peer
    }

    func isOpen(_ place: Place) -> Bool { open[place] != nil }

    /// Counts a subscription, or its end; the number of subscriptions of this connection is returned.
    mutating func subscribed(_ place: Place, by difference: Int) -> Int {
        open[place]?.subscriptions += difference
        return open[place]?.subscriptions ?? 0
    }

    /// The connections of those for whom something holds.
    func places(where holds: (PeerIdentity) -> Bool) -> [Place] {
        open.filter { $0.value.peer.map(holds) ?? false }.map(\.key)
    }
}

/// A socket of the bus, by what comes in there: the name under which libzmq asks about those who come.
enum Gate: String, Sendable, Hashable, CaseIterable {
    case requests
    case events
    case remoteRequests
    case remoteEvents

    /// Whether other machines come here, with keys.
    var isRemote: Bool { self == .remoteRequests || self == .remoteEvents }
}
