import EventCodec
import Journal
import NavigationEvents

/// The sessions of a bus by name: its own, with which it was started, and those that were opened while it runs. A
/// value.
struct SessionTable {
    /// A session that was closed recently.
    struct ClosedSession {
        var log: SessionLog
        /// Time after which it is forgotten, in nanoseconds of the monotonic clock.
        var endNanoseconds: UInt64
    }

    /// Nanoseconds in which subscribers may still fetch the last events of a closed session.
    static let retentionNanoseconds: UInt64 = 10_000_000_000
    /// Maximum number of closed sessions that are remembered.
    private static let maxClosed = 256
    /// Maximum number of heartbeats a second for a subscriber of all sessions.
    private static let maxHeartbeats = 1000

    /// The bus's own sessions, in their order. They cannot be closed.
    let own: [SessionLog]
    private(set) var opened: [SessionLog] = []
    /// All sessions in the order of their names.
    private var ordered: [SessionLog] = []
    private var indices: [Session: Int] = [:]
    private var recentlyClosed: [ClosedSession] = []
    private var nextHeartbeat = 0

    /// Begins with the journals of a bus.
    init(_ opening: JournalOpening) {
        own = opening.own.map(SessionLog.init)
        ordered = own.sorted { $0.session.name < $1.session.name }
        for begun in opening.opened { add(SessionLog(begun)) }
    }

    /// The session of this name.
    subscript(session: Session) -> SessionLog? {
        // Most buses have one session.
        if let first = own.first, first.session == session { return first }
        if let index = indices[session] { return opened[index] }
        return own.first { $0.session == session }
    }

    /// The session of this name, also if it was closed recently.
    func includingRecentlyClosed(_ session: Session) -> SessionLog? {
        self[session] ?? recentlyClosed.last { $0.log.session == session }?.log
    }

    /// All sessions, the bus's own first.
    var all: [SessionLog] { own + opened }

    var count: Int { own.count + opened.count }

    /// Adds an opened session.
    mutating func add(_ log: SessionLog) {
        recentlyClosed.removeAll { $0.log.session == log.session }
        indices[log.session] = opened.count
        opened.append(log)
        ordered.insert(log, at: rank(of: log.session.name))
    }

    /// Removes an opened session; `nil` if there is none of this name.
    mutating func remove(_ session: Session, now: UInt64) -> SessionLog? {
        guard let index = indices.removeValue(forKey: session) else { return nil }
        let log = opened[index]
        opened[index] = opened[opened.count - 1]
        opened.removeLast()
        if index < opened.count { indices[opened[index].session] = index }
        ordered.remove(at: rank(of: session.name))
        if recentlyClosed.count >= Self.maxClosed { recentlyClosed.removeFirst() }
        recentlyClosed.append(ClosedSession(log: log, endNanoseconds: now + Self.retentionNanoseconds))
        return log
    }

    /// Some sessions in the order of their names, from a name on.
    func from(_ first: String, most: Int) -> ArraySlice<SessionLog> {
        ordered[rank(of: first)...].prefix(max(most, 0))
    }

    /// The number of sessions with a lesser name.
    private func rank(of name: String) -> Int {
        var (low, high) = (0, ordered.count)
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle].session.name < name { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Forgets the sessions whose time is over.
    mutating func removeExpired(now: UInt64) { recentlyClosed.removeAll { $0.endNanoseconds <= now } }

    // MARK: - Heartbeats

    /// The sessions whose heartbeats are due: each second the bus's own sessions and each session with a subscription.
    /// For subscribers of all sessions, a limited number of the others takes turns.
    mutating func dueHeartbeats(_ subscriptions: Set<[UInt8]>) -> [SessionLog] {
        var due = own
        var known = Set(own.map(ObjectIdentifier.init))
        var isAll = false
        let prefix = Array(WireNames.heartbeatPrefix.utf8)
        for topic in subscriptions {
            if prefix.starts(with: topic) {
                isAll = true
            } else if topic.starts(with: prefix),
                // A subscriber of a closed session must not get sessions whose names begin with the same letters.
                let session = Session(String(decoding: topic.dropFirst(prefix.count), as: UTF8.self)),
                let log = includingRecentlyClosed(session), known.insert(ObjectIdentifier(log)).inserted
            {
                due.append(log)
            }
        }
        guard isAll, !opened.isEmpty else { return due }
        for _ in 0..<min(opened.count, Self.maxHeartbeats) {
            nextHeartbeat = (nextHeartbeat + 1) % opened.count
            let log = opened[nextHeartbeat]
            if known.insert(ObjectIdentifier(log)).inserted { due.append(log) }
        }
        return due
    }

    /// The first names and the number of the others, for messages.
    var summary: String {
        let named = (own.prefix(5) + opened.prefix(5)).prefix(5).map(\.session.name).joined(separator: ", ")
        return count > 5 ? "\(named) and \(count - 5) more" : named
    }
}
