public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Opens a session on the running bus; it outlives the process as the bus's own do, until it is closed.
    ///
    /// It has a run of its own: opened again after its end, it is another run, which its subscribers are told.
    ///
    /// - Returns: `false` if it was there already; then nothing has changed.
    /// - Throws: If there are too many, or if it could not outlive the process.
    @discardableResult
    public func open(_ session: Session) throws(RequestError) -> Bool {
        guard sessions[session] == nil else { return false }
        guard let journals else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard sessions.opened.count < mostSessions else {
            throw RequestError(
                code: .unavailable,
                text:
                    "\(sessions.opened.count) sessions were opened already, and this bus takes \(mostSessions): close "
                    + "one; more are a matter of its settings, and of how many files it may have open")
        }
        do {
            sessions.add(SessionLog(try journals.makeJournal(session), isContinued: false))
        } catch {
            throw RequestError(code: .unavailable, text: "session \"\(session.name)\": \(error)")
        }
        counters.openedSessions += 1
        return true
    }

    /// Ends a session that was opened on the running bus, and leaves nothing of it to be continued. What was published
    /// last still arrives, and can be fetched for ten seconds, unless 256 others are closed meanwhile or it is opened again.
    ///
    /// - Returns: `false` if no such session was opened here; the bus's own stay.
    @discardableResult
    public func close(_ session: Session) -> Bool {
        guard let log = sessions.remove(session, now: MonotonicInstant.now.nanoseconds) else { return false }
        log.journal.removeFiles()
        takers.close(session)
        closedFallbacks += log.journal.fallbacks
        counters.closedSessions += 1
        return true
    }

    /// The sessions that were opened on this bus, or on the one whose place it has taken.
    public var openedSessions: [Session] { sessions.opened.map(\.session) }

    /// Whether a session was found in the journal of a bus that was killed, and goes on; that of the bus itself is
    /// ``isContinued``.
    public func isContinued(_ session: Session) -> Bool { sessions[session]?.isContinued ?? false }

    /// Whether a navigation is active, according to what was published.
    public func isNavigating(_ session: Session) -> Bool { sessions[session]?.isNavigating ?? false }

    /// Takes note that guidance takes so many bytes more in this process, or less, so that they are not thought to be
    /// somebody's unfinished message.
    public func note(moreGuidanceBytes bytes: Int) { guidanceBytes += bytes }

    /// Sends the heartbeats that are due.
    func sendBeats() {
        sessions.tidy(now: MonotonicInstant.now.nanoseconds)
        for log in sessions.dueBeats(book.connections.subscriptions) {
            sendBeat(of: log)
        }
    }

    /// Bytes that the journals and what the sessions need besides take in this process.
    var ownBytes: Int {
        sessions.all.reduce(guidanceBytes + assembly.byteCount + queuedBytes.count) { $0 + $1.journal.byteCount }
            + sessions.count * Self.bytesAroundSession
    }

    /// What a session takes besides its journal and its guidance, rounded up.
    private static let bytesAroundSession = 8 * 1024
}
