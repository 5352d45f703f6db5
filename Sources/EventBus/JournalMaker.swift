import NavigationEvents

/// Makes the journals of a bus.
struct JournalMaker {
    let settings: JournalSettings
    /// `nil` keeps them in memory alone.
    let folder: JournalFolder?
    /// Those the bus is started with.
    let sessions: [Session]

    /// Begins the journal of one of the bus's own sessions, or goes on with it.
    func makeOwn(_ session: Session, run: UInt64, recovered: RecoveredJournal? = nil) -> EventJournal {
        EventJournal(
            session, run: run, settings: settings,
            identity: JournalIdentity(run: run, key: settings.resumeKey, sessions: sessions), folder: folder,
            recovered: recovered)
    }

    /// Begins a journal for a session that is opened later, under a run of its own.
    ///
    /// - Throws: If it cannot outlive the process, though others do: it would be gone without a word.
    func makeJournal(_ session: Session) throws(JournalProblem) -> EventJournal {
        let journal = makeOpened(session, run: .random(in: 1...UInt64.max))
        if let problem = journal.takeProblem() {
            journal.removeFiles()
            throw problem
        }
        return journal
    }

    /// Goes on with the journal of a session that was opened on a bus that was killed.
    func makeOpened(_ session: Session, run: UInt64, recovered: RecoveredJournal? = nil) -> EventJournal {
        var settings = settings
        settings.mostBytes = settings.openedBytes
        return EventJournal(
            session, run: run, settings: settings, pieces: Self.openedPieces, isLargeApart: true,
            identity: JournalIdentity(run: run, key: nil, sessions: sessions), folder: folder, recovered: recovered)
    }

    /// In how many segments the journal of an opened session is divided: few, since each is a file and a mapping.
    private static let openedPieces = 3
}
