import Journal
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Opens a session on the running bus. Like the bus's own sessions it outlives the process, until it is closed.
    ///
    /// The session has a run of its own: if it is closed and opened again, its subscribers get the new run.
    ///
    /// - Returns: `false` if the session was open already.
    /// - Throws: ``NavigationEvents/RequestError`` if there are too many sessions, or if this one could not outlive the
    ///   process.
    @discardableResult
    public func open(_ session: Session) throws(RequestError) -> Bool {
        guard sessions[session] == nil else { return false }
        guard let journals else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard sessions.opened.count < maxSessions else {
            throw RequestError(
                code: .unavailable,
                text:
                    "\(sessions.opened.count) sessions are open already, and this bus allows \(maxSessions); close "
                    + "one, or raise the maximum in its settings and its limit of open files")
        }
        do {
            sessions.add(SessionLog(SessionJournal(try journals.makeJournal(session))))
        } catch {
            throw RequestError(code: .unavailable, text: "session \"\(session.name)\": \(error)")
        }
        counters.openedSessions += 1
        return true
    }

    /// Closes a session that was opened on the running bus, and deletes its files. Its last events still arrive, and
    /// can be fetched for ten seconds, unless 256 other sessions are closed meanwhile or it is opened again.
    ///
    /// - Returns: `false` if no such session was opened; the bus's own sessions cannot be closed.
    @discardableResult
    public func close(_ session: Session) -> Bool {
        guard let log = sessions.remove(session, now: MonotonicInstant.now.nanoseconds) else { return false }
        log.journal.removeFiles()
        commandHandlers.close(session)
        closedFallbacks += log.journal.fallbacks
        counters.closedSessions += 1
        return true
    }

    /// The sessions that were opened on this bus, or on the previous bus that it continues.
    public var openedSessions: [Session] { sessions.opened.map(\.session) }

    /// Whether a session continues the journal of a bus that was killed. For the bus's own sessions see
    /// ``isContinued``.
    public func isContinued(_ session: Session) -> Bool { sessions[session]?.isContinued ?? false }

    /// Whether a navigation is active, according to the published events.
    public func isNavigating(_ session: Session) -> Bool { sessions[session]?.isNavigating ?? false }

    /// Adds the bytes that guidance uses in this process, or subtracts them if negative, so that they are not mistaken
    /// for unfinished messages of peers.
    public func note(moreGuidanceBytes bytes: Int) { guidanceBytes += bytes }

    /// Sends the heartbeats that are due.
    func sendHeartbeats() {
        sessions.removeExpired(now: MonotonicInstant.now.nanoseconds)
        for log in sessions.dueHeartbeats(admissionControl.connections.subscriptions) {
            sendHeartbeat(of: log)
        }
    }

    /// Bytes that the journals and the other data of the sessions use in this process.
    var ownBytes: Int {
        sessions.all.reduce(guidanceBytes + assembly.byteCount + queuedBytes.count) { $0 + $1.journal.byteCount }
            + sessions.count * Self.bytesAroundSession
    }

    /// Bytes of a session besides its journal and its guidance, rounded up.
    private static let bytesAroundSession = 8 * 1024
}
