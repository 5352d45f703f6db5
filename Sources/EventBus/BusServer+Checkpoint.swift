import Journal
public import NavigationEvents

extension BusServer {
    /// The state of a session for a record of it; `nil` if it is not on this bus. Reports that were published are forgotten,
    /// as by the bus that restores the session.
    public func checkpoint(of session: Session) -> Snapshot? {
        guard let log = sessions[session], let snapshot = try? log.snapshot() else { return nil }
        log.reports = ReportDeduplicator()
        return snapshot
    }

    /// Opens a session that continues after the events of a snapshot.
    ///
    /// - Throws: ``NavigationEvents/RequestError`` if the session is open, and as ``open(_:)``.
    public func restore(_ snapshot: Snapshot) throws(RequestError) {
        let session = snapshot.session
        guard try sessions.open(session) else {
            throw RequestError(
                code: .unavailable,
                text: "session \"\(session.name)\" is open on this bus; close it, and restore it again")
        }
        sessions[session]?.begin(
            after: StreamCursor(
                run: 0, sequence: snapshot.sequence, topicSequences: snapshot.topicSequences),
            state: snapshot.latest)
    }
}
