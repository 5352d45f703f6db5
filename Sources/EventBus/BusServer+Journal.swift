import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// How far a session has come: with a continued run, what the journal already holds. `nil` if it is not on this bus.
    public func place(of session: Session = .main) -> StreamPlace? {
        guard let log = sessions[session] else { return nil }
        return StreamPlace(run: log.run, sequence: log.sequence, topicSequences: log.topicSequences)
    }

    /// The kept events of a topic behind a number, in order: those that are gone already are absent.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - session: Whose events.
    ///   - topicSequence: ``NavigationEvents/Envelope/topicSequence`` behind which to begin.
    ///   - most: How many at most; large ones count as more. Who wants all asks on behind the last one.
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
            // The bus cannot read what it wrote itself.
            counters.failedSends += 1
            return []
        }
    }

    /// Deletes the files of the journal, so that nothing is continued: at an end that was meant. What is published
    /// afterwards is kept in memory alone, and no session is opened any more.
    public func removeJournal() {
        journals = nil
        for log in sessions.all { log.journal.removeFiles() }
    }

    /// Lets go of what is too old, and tells what went wrong.
    func tendJournals() {
        let now = MonotonicInstant.now.nanoseconds
        for log in sessions.own {
            log.journal.trim(nanoseconds: now)
            if let problem = log.journal.takeProblem() { warn(problem.description) }
        }
        for log in sessions.opened {
            log.journal.trim(nanoseconds: now)
            // What ails one ails all: it is said once in a while.
            if let problem = log.journal.takeProblem() { warnOnce("journal", problem.description) }
        }
    }

    /// Tells taps of the bus's own sessions what is wrong with the bus itself.
    func warn(_ text: String) {
        for log in sessions.own where !keepsReports {
            publish(.control(ControlReport(control: "navbus", kind: .warning, text: text)), session: log.session)
        }
    }
}
