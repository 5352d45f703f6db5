import EventCodec
import Journal
import NavigationEvents
import Platform

/// The sessions of a bus with their journals: opens and closes them, and limits their number and age.
final class SessionRegistry {
    /// Bytes of a session besides its journal and its guidance, rounded up.
    private static let bytesAroundSession = 8 * 1024

    private var table: SessionTable
    // Nil after the end: it holds the lock of the folder.
    private var journals: JournalFactory?
    private let maxSessions: Int
    private let counters: BusCounters
    /// ``BusCounters/journalFallbacks`` of closed sessions.
    private var closedFallbacks: UInt64 = 0

    /// Begins with the journals of a bus.
    ///
    /// - Parameter maxSessions: Maximum number of opened sessions.
    init(_ opening: JournalOpening, maxSessions: Int, _ counters: BusCounters) {
        table = SessionTable(opening)
        journals = opening.factory
        self.maxSessions = maxSessions
        self.counters = counters
        counters.lostSessions = UInt64(opening.lostSessions)
    }

    // MARK: - Sessions

    /// The session of this name.
    subscript(session: Session) -> SessionLog? { table[session] }

    /// The session of this name, also if it was closed recently.
    func includingRecentlyClosed(_ session: Session) -> SessionLog? { table.includingRecentlyClosed(session) }

    /// The bus's own sessions, in their order.
    var own: [SessionLog] { table.own }

    /// The sessions that were opened on this bus, or on the previous bus that it continues.
    var opened: [SessionLog] { table.opened }

    /// All sessions, the bus's own first.
    var all: [SessionLog] { table.all }

    /// Opens a session; see ``BusServer/open(_:)``.
    func open(_ session: Session) throws(RequestError) -> Bool {
        guard table[session] == nil else { return false }
        guard let journals else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard table.opened.count < maxSessions else {
            throw RequestError(
                code: .unavailable,
                text:
                    "\(table.opened.count) sessions are open already, and this bus allows \(maxSessions); close "
                    + "one, or raise the maximum in its settings and its limit of open files")
        }
        do {
            table.add(SessionLog(SessionJournal(try journals.makeJournal(session))))
        } catch {
            throw RequestError(code: .unavailable, text: "session \"\(session.name)\": \(error)")
        }
        counters.openedSessions += 1
        return true
    }

    /// Closes an opened session and deletes its files; `false` if there is none of this name.
    func close(_ session: Session) -> Bool {
        guard let log = table.remove(session, now: MonotonicInstant.now.nanoseconds) else { return false }
        log.journal.removeFiles()
        closedFallbacks += log.journal.fallbacks
        counters.closedSessions += 1
        return true
    }

    /// The states of some sessions, in the order of their names.
    ///
    /// - Parameters:
    ///   - first: The first name; empty for all.
    ///   - most: Maximum number of sessions.
    func states(from first: String, most: Int) -> [SessionStatus] { table.from(first, most: most).map(\.status) }

    /// The error for a session that is not on this bus.
    func missing(_ session: Session) -> RequestError {
        RequestError(
            code: .noSuchSession,
            text: "there is no session \"\(session.name)\" on this bus; it has: \(table.summary)")
    }

    /// The sessions whose heartbeats are due, once a second. Forgets those that were closed long ago.
    func dueHeartbeats(_ subscriptions: Set<[UInt8]>) -> [SessionLog] {
        table.removeExpired(now: MonotonicInstant.now.nanoseconds)
        return table.dueHeartbeats(subscriptions)
    }

    // MARK: - Journals

    /// Removes the events that are too old, and logs the problems of the journals.
    func trimJournals(_ publisher: EventPublisher) {
        let now = MonotonicInstant.now.nanoseconds
        for log in own {
            log.journal.trim(nanoseconds: now)
            if let problem = log.journal.takeProblem() { publisher.warn(problem.description) }
        }
        for log in opened {
            log.journal.trim(nanoseconds: now)
            // A problem of one journal affects all: it is logged with a limited rate.
            if let problem = log.journal.takeProblem() { publisher.warnOnce("journal", problem.description) }
        }
    }

    /// Deletes the files of the journals, so that no later bus continues them. No session can be opened afterwards.
    func removeJournals() {
        journals = nil
        for log in all { log.journal.removeFiles() }
    }

    /// Leaves the files to another bus.
    func leaveJournals() {
        for log in all { log.journal.leaveFiles() }
        journals = nil
    }

    // MARK: - Numbers

    /// Segments that should be in a file and are only in memory, also of closed sessions.
    var journalFallbacks: UInt64 { all.reduce(closedFallbacks) { $0 + $1.journal.fallbacks } }

    /// Bytes of all journals.
    var journalBytes: Int { all.reduce(0) { $0 + $1.journal.byteCount } }

    /// Bytes that the sessions use in this process, without their guidance.
    var byteCount: Int { journalBytes + table.count * Self.bytesAroundSession }

    /// The values that rise and fall, by their names in ``NavigationEvents/BusStatus``.
    var gauges: [String: Double] {
        [
            "journal_bytes": Double(journalBytes),
            "journal_events": Double(all.reduce(0) { $0 + $1.journal.count }),
            "open_sessions": Double(table.count),
            "navigating_sessions": Double(all.count { $0.isNavigating }),
        ]
    }
}
