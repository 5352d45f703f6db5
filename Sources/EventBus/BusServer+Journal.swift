import EventCodec
import Journal
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// The cursor of a session after its newest event, or after those in a recovered journal; `nil` if the session is
    /// not on this bus.
    public func cursor(of session: Session = .main) -> StreamCursor? {
        guard let log = sessions[session] else { return nil }
        return StreamCursor(run: log.run, sequence: log.sequence, topicSequences: log.topicSequences)
    }

    /// The kept events of a topic after a number, in order. Events that are gone are omitted.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - session: The session.
    ///   - topicSequence: The ``NavigationEvents/Envelope/topicSequence`` after which to begin.
    ///   - most: Maximum number of events; fewer if they are large. To get all, call again with the number of the last
    ///     one.
    public func keptEvents(
        _ topic: Topic, session: Session = .main, after topicSequence: UInt64 = 0, most: Int = 1024
    ) -> [Envelope] {
        guard let log = sessions[session], most > 0, topicSequence < .max else { return [] }
        let first = max(topicSequence, log.journal.oldest(topic) &- 1) &+ 1
        let last = first.addingReportingOverflow(UInt64(most - 1))
        let missed = MissedEvents(
            session: session, topic: topic, first: first, last: last.overflow ? .max : last.partialValue)
        do {
            return try log.kept(missed)
        } catch {
            // The bus cannot read its own event.
            counters.failedSends += 1
            return []
        }
    }

    /// Deletes the files of the journal, so that no later bus continues it: for an intended end. Later events are only
    /// kept in memory, and no session can be opened.
    public func removeJournal() {
        journals = nil
        for log in sessions.all { log.journal.removeFiles() }
    }

    /// Removes the events that are too old, and logs the problems of the journals.
    func trimJournals() {
        let now = MonotonicInstant.now.nanoseconds
        for log in sessions.own {
            log.journal.trim(nanoseconds: now)
            if let problem = log.journal.takeProblem() { warn(problem.description) }
        }
        for log in sessions.opened {
            log.journal.trim(nanoseconds: now)
            // A problem of one journal affects all: it is logged with a limited rate.
            if let problem = log.journal.takeProblem() { warnOnce("journal", problem.description) }
        }
    }

    /// Logs a warning about the bus, as a report of "navbus" in the bus's own sessions.
    func warn(_ text: String) {
        for log in sessions.own where !keepsReports {
            publish(.control(ControlReport(control: "navbus", kind: .warning, text: text)), session: log.session)
        }
    }
}
