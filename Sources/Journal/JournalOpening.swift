/// The journals of all sessions of a bus when it starts.
package struct JournalOpening {
    /// Makes the journals of sessions that are opened later.
    package let factory: JournalFactory
    /// The bus's own sessions, in their order.
    package var own: [SessionJournal]
    /// The run of the bus's own sessions.
    package var run: UInt64
    /// Whether the run of the previous bus continues.
    package var isContinued: Bool
    /// The opened sessions of the previous bus.
    package var opened: [SessionJournal] = []
    /// Number of those sessions that are closed now, or begin a new run.
    package var lostSessions = 0
    /// Problems to report.
    package var problems: [JournalProblem]
}
