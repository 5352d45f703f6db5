import NavigationEvents

/// The sessions of a bus by name: its own, with which it was started, and those that were opened while it runs. A value:
/// it says where things are, and the bus does them.
struct SessionTable {
    /// One that was closed a moment ago.
    struct Departed {
        var log: SessionLog
        /// When it is forgotten, on the monotonic clock.
        var endNanoseconds: UInt64
    }

    /// Nanoseconds in which subscribers may still fetch the last events of a session that was closed.
    static let farewellNanoseconds: UInt64 = 10_000_000_000
    /// More than these are not remembered: the oldest goes first.
    private static let mostDeparted = 256
    /// Heartbeats in one turn for those who listen to many sessions at once.
    private static let mostBeats = 1000

    /// Those the bus was started with, in their order: they stay.
    let own: [SessionLog]
    private(set) var opened: [SessionLog] = []
    /// All in the order of their names.
    private var ordered: [SessionLog] = []
    private var places: [Session: Int] = [:]
    private var departed: [Departed] = []
    private var nextBeat = 0

    /// What a bus begins with.
    init(_ opening: JournalOpening) {
        own = zip(opening.journals, opening.reports).map {
            SessionLog($0, reports: $1, isContinued: opening.isContinued)
        }
        ordered = own.sorted { $0.session.name < $1.session.name }
        for log in opening.opened { add(log) }
    }

    /// The session of this name.
    subscript(session: Session) -> SessionLog? {
        // Most buses have one.
        if let first = own.first, first.session == session { return first }
        if let place = places[session] { return opened[place] }
        return own.first { $0.session == session }
    }

    /// The session of this name, also if it was closed a moment ago.
    func orDeparted(_ session: Session) -> SessionLog? {
        self[session] ?? departed.last { $0.log.session == session }?.log
    }

    /// All, the bus's own first.
    var all: [SessionLog] { own + opened }

    var count: Int { own.count + opened.count }

    /// Takes in one that was opened.
    mutating func add(_ log: SessionLog) {
        departed.removeAll { $0.log.session == log.session }
        places[log.session] = opened.count
        opened.append(log)
        ordered.insert(log, at: rank(of: log.session.name))
    }

    /// Takes out one that is closed; `nil` if it was not opened here.
    mutating func remove(_ session: Session, now: UInt64) -> SessionLog? {
        guard let place = places.removeValue(forKey: session) else { return nil }
        let log = opened[place]
        opened[place] = opened[opened.count - 1]
        opened.removeLast()
        if place < opened.count { places[opened[place].session] = place }
        ordered.remove(at: rank(of: session.name))
        if departed.count >= Self.mostDeparted { departed.removeFirst() }
        departed.append(Departed(log: log, endNanoseconds: now + Self.farewellNanoseconds))
        return log
    }

    /// Some in the order of their names, from a name on.
    func from(_ first: String, most: Int) -> ArraySlice<SessionLog> {
        ordered[rank(of: first)...].prefix(max(most, 0))
    }

    /// How many have a name before this one.
    private func rank(of name: String) -> Int {
        var (low, high) = (0, ordered.count)
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle].session.name < name { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Forgets those that were closed long enough ago.
    mutating func tidy(now: UInt64) { departed.removeAll { $0.endNanoseconds <= now } }

    // MARK: Heartbeats

    /// Whose heartbeats are due: each second those of the bus's own sessions, and of each that somebody follows. Those who
    /// listen to many at once hear of so many a second, in turn, that it does not become a burden.
    mutating func dueBeats(_ subscriptions: Set<[UInt8]>) -> [SessionLog] {
        var due = own
        var known = Set(own.map(ObjectIdentifier.init))
        var isAll = false
        let prefix = Array(WireNames.beatPrefix.utf8)
        for topic in subscriptions {
            if prefix.starts(with: topic) {
                isAll = true
            } else if topic.starts(with: prefix),
                // Who follows one that has gone is not to hear those whose names begin like it.
                let session = Session(String(decoding: topic.dropFirst(prefix.count), as: UTF8.self)),
                let log = orDeparted(session), known.insert(ObjectIdentifier(log)).inserted
            {
                due.append(log)
            }
        }
        guard isAll, !opened.isEmpty else { return due }
        for _ in 0..<min(opened.count, Self.mostBeats) {
            nextBeat = (nextBeat + 1) % opened.count
            let log = opened[nextBeat]
            if known.insert(ObjectIdentifier(log)).inserted { due.append(log) }
        }
        return due
    }

    /// Names for people: a few of them, and how many more there are.
    var words: String {
        let named = (own.prefix(5) + opened.prefix(5)).prefix(5).map(\.session.name).joined(separator: ", ")
        return count > 5 ? "\(named) and \(count - 5) more" : named
    }
}
