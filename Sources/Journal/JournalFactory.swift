package import NavigationEvents

/// Makes the journals of a bus.
package struct JournalFactory {
    let settings: JournalSettings
    /// `nil` if journals are only kept in memory.
    let folder: JournalFolder?
    /// The bus's own sessions.
    let sessions: [Session]

    /// The folder of the files; `nil` if journals are only kept in memory.
    package var folderPath: String? { folder?.path }

    /// Begins or continues the journal of one of the bus's own sessions.
    func makeOwn(_ session: Session, run: UInt64, recovered: RecoveredJournal? = nil) -> EventJournal {
        EventJournal(
            session, run: run, settings: settings,
            identity: JournalIdentity(run: run, key: settings.resumeKey, sessions: sessions), folder: folder,
            recovered: recovered)
    }

    /// Begins the journal of a session that is opened later, with a run of its own.
    ///
    /// - Throws: ``JournalProblem`` if the journal cannot outlive the process although others do: its loss would be
    ///   silent.
    package func makeJournal(_ session: Session) throws(JournalProblem) -> EventJournal {
        let journal = makeOpened(session, run: .random(in: 1...UInt64.max))
        if let problem = journal.takeProblem() {
            journal.removeFiles()
            throw problem
        }
        return journal
    }

    /// Continues the journal of a session that was opened on a killed bus, or begins it.
    func makeOpened(_ session: Session, run: UInt64, recovered: RecoveredJournal? = nil) -> EventJournal {
        var settings = settings
        settings.maxBytes = settings.openedBytes
        return EventJournal(
            session, run: run, settings: settings, segmentCount: Self.openedSegmentCount, isLargeApart: true,
            identity: JournalIdentity(run: run, key: nil, sessions: sessions), folder: folder, recovered: recovered)
    }

    /// Number of segments of the journal of an opened session: few, since each is a file and a mapping.
    private static let openedSegmentCount = 3
}
