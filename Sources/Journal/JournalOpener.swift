import EventCodec
import Glibc
package import NavigationEvents

/// Opens the journal of a bus: in memory, in new files, or in those of a bus of the same boot that was killed.
package struct JournalOpener {
    /// A reason why files cannot be continued. Those of another boot or key are simply deleted; other reasons are
    /// reported.
    private enum Obstacle: Error {
        case outdated
        case otherVersion
        case damaged(String)
    }

    /// The data of one session in its files.
    private struct Found {
        var run: UInt64
        var journal: RecoveredJournal
        var reports: ReportDeduplicator
    }

    private let settings: JournalSettings
    private let sessions: [Session]
    private let run: UInt64?
    private let maxSessions: Int

    /// Names the journals to open.
    ///
    /// - Parameters:
    ///   - settings: Their limits and their folder.
    ///   - sessions: The bus's own sessions.
    ///   - run: The run to continue or begin; any if `nil`.
    ///   - maxSessions: Maximum number of sessions besides the bus's own.
    package init(settings: JournalSettings, sessions: [Session], run: UInt64?, maxSessions: Int = .max) {
        self.settings = settings
        self.sessions = sessions
        self.run = run
        self.maxSessions = maxSessions
    }

    /// Opens the journal. Never fails: problems are reported, and the journal is then only in memory.
    package func open() -> JournalOpening {
        guard let path = settings.folder else { return begin(nil, []) }
        let folder: JournalFolder
        do {
            folder = try JournalFolder(path: path)
        } catch {
            return begin(nil, [JournalProblem(error)])
        }
        let (entries, others) = folder.entries()
        guard !entries.isEmpty || !others.isEmpty else { return begin(folder, []) }
        let files = Dictionary(grouping: entries, by: \.session)
        var opening: JournalOpening
        do throws(Obstacle) {
            guard others.isEmpty else { throw .damaged("\(others.sorted()[0]) is not the name of a segment") }
            opening = try continueRun(folder, files)
        } catch {
            let names = sessions.flatMap { files[$0] ?? [] }.map(\.name) + others
            // Begun after the removal of the old files, since the new ones have the same names.
            switch error {
            case .damaged(let reason):
                folder.setAside(names)
                opening = begin(folder, [JournalProblem(notContinued: aside(reason, folder))])
            case .otherVersion:
                folder.remove(names)
                opening = begin(folder, [JournalProblem(notContinued: "it was written by another version of navbus")])
            case .outdated:
                folder.remove(names)
                opening = begin(folder, [])
            }
        }
        reopen(files.filter { !sessions.contains($0.key) }.sorted { $0.key.name < $1.key.name }, folder, &opening)
        return opening
    }

    /// Opens the opened sessions of the previous bus, and reports those that have changed.
    private func reopen(
        _ files: [(Session, [JournalFolder.Entry])], _ folder: JournalFolder, _ opening: inout JournalOpening
    ) {
        var (outdated, excess, damaged): ([Session], [Session], [Session]) = ([], [], [])
        var damage = ""
        for (session, entries) in files {
            let names = entries.map(\.name)
            guard opening.opened.count < maxSessions else {
                folder.remove(names)
                excess.append(session)
                continue
            }
            do throws(Obstacle) {
                guard let found = try read(entries, folder, of: session, run: nil) else { continue }
                opening.opened.append(
                    SessionJournal(
                        opening.factory.makeOpened(session, run: found.run, recovered: found.journal),
                        reports: found.reports, isContinued: true))
            } catch {
                guard case .damaged(let reason) = error else {
                    folder.remove(names)
                    outdated.append(session)
                    continue
                }
                folder.setAside(names)
                // The session stays open, but its events are lost.
                opening.opened.append(
                    SessionJournal(opening.factory.makeOpened(session, run: .random(in: 1...UInt64.max))))
                if damaged.isEmpty { damage = reason }
                damaged.append(session)
            }
        }
        opening.lostSessions = outdated.count + excess.count + damaged.count
        opening.problems += [
            JournalProblem(
                sessions: outdated,
                "not open any more: opened before the machine was started, on a bus with other sessions of its own, or "
                    + "with another version of navbus; open them again if necessary"),
            JournalProblem(
                sessions: excess,
                "not open any more: this bus allows \(maxSessions); raise the maximum in its settings and its "
                    + "limit of open files"),
            JournalProblem(sessions: damaged, "open, but another run begins: \(aside(damage, folder))"),
        ].compactMap(\.self)
    }

    private func aside(_ reason: String, _ folder: JournalFolder) -> String {
        "\(reason); its files are set aside in \(folder.path) (*.damaged)"
    }

    private func begin(_ folder: JournalFolder?, _ problems: [JournalProblem]) -> JournalOpening {
        let run = run ?? UInt64.random(in: 1...UInt64.max)
        let factory = JournalFactory(settings: settings, folder: folder, sessions: sessions)
        return JournalOpening(
            factory: factory, own: sessions.map { SessionJournal(factory.makeOwn($0, run: run)) }, run: run,
            isContinued: false, problems: problems)
    }

    // MARK: - Continuing

    private func continueRun(
        _ folder: JournalFolder, _ files: [Session: [JournalFolder.Entry]]
    ) throws(Obstacle) -> JournalOpening {
        var run = run
        var found: [Found] = []
        for session in sessions {
            guard let read = try read(files[session] ?? [], folder, of: session, run: run) else { continue }
            run = read.run
            found.append(read)
        }
        guard let run, !found.isEmpty else { throw .outdated }
        // Every session begins with a segment.
        guard found.count == sessions.count else { throw .damaged("the segments of a session are missing") }
        let factory = JournalFactory(settings: settings, folder: folder, sessions: sessions)
        return JournalOpening(
            factory: factory,
            own: zip(sessions, found).map {
                SessionJournal(
                    factory.makeOwn($0, run: run, recovered: $1.journal), reports: $1.reports, isContinued: true)
            },
            run: run, isContinued: true, problems: [])
    }

    /// Reads the files of one session; `nil` if there is nothing to continue.
    ///
    /// - Parameter run: The run of the files; that of the first file if `nil`.
    private func read(
        _ entries: [JournalFolder.Entry], _ folder: JournalFolder, of session: Session, run: UInt64?
    ) throws(Obstacle) -> Found? {
        var segments: [JournalSegment] = []
        var reports = ReportDeduplicator()
        var identity: JournalIdentity?
        for entry in entries {
            if folder.isEmpty(entry.name) {
                folder.remove([entry.name])
                continue
            }
            guard let file = folder.read(entry.name) else { throw .damaged("\(entry.name) is not a file of this bus") }
            let header = JournalHeader(file)
            // The writer was killed before it had completed the header.
            if header.isUnfinished {
                folder.remove([entry.name])
                continue
            }
            if header.isOfOtherVersion { throw .otherVersion }
            guard header.isWhole, header.session == session.name, header.number == entry.number else {
                throw .damaged("\(entry.name) has a damaged header")
            }
            let key = sessions.contains(session) ? settings.resumeKey : nil
            guard let expected = JournalIdentity(run: run ?? header.run, key: key, sessions: sessions),
                header.matches(expected)
            else { throw .outdated }
            guard identity == nil || identity == expected else { throw .damaged("\(entry.name) is of another run") }
            identity = expected
            let segment = JournalSegment(
                number: entry.number, base: header.base, mapping: file, path: folder.path + "/" + entry.name,
                nanoseconds: 0, isOwn: false)
            guard readEvents(of: segment, expected, session, &reports) else {
                throw .damaged("\(entry.name) is damaged")
            }
            segments.append(segment)
        }
        guard let identity else { return nil }
        return Found(run: identity.run, journal: try chain(segments), reports: reports)
    }

    /// Finds the events of a segment; `false` if one is invalid.
    private func readEvents(
        of segment: JournalSegment, _ identity: JournalIdentity, _ session: Session, _ reports: inout ReportDeduplicator
    ) -> Bool {
        let isOwn = sessions.contains(session)
        return segment.readEvents { bytes, topic, state in
            // There may be thousands of opened sessions: the checksums protect their events, and only the reports are
            // decoded.
            guard isOwn || topic == .onControl else { return true }
            guard let envelope = readEnvelope(bytes) else { return false }
            if case .control(let report) = envelope.event { _ = reports.isNew(report) }
            return envelope.run == identity.run && envelope.session == session && envelope.event.topic == topic
                && envelope.sequence == state.sequence
                && envelope.topicSequence == state.topicSequences[topic.index]
        } != nil
    }

    /// Joins the segments of a session.
    private func chain(_ segments: [JournalSegment]) throws(Obstacle) -> RecoveredJournal {
        // Every session begins with a segment.
        guard let first = segments.first, let last = segments.last else {
            throw .damaged("the segments of a session are missing")
        }
        guard last.isFollowed == false else {
            throw .damaged("its newest events were kept in memory, or their file is missing")
        }
        var oldest = first.base.topicSequences.map { $0 &+ 1 }
        for (former, next) in zip(segments, segments.dropFirst()) {
            guard next.base.canFollow(former.state) else { throw .damaged("the segments contradict each other") }
            for topic in Topic.allCases where next.base.topicSequences[topic.index] > former.newest(topic) {
                oldest[topic.index] = next.base.topicSequences[topic.index] &+ 1
            }
        }
        return RecoveredJournal(segments: segments, state: last.state, oldest: oldest)
    }
}

/// The event in these bytes; `nil` if it cannot be read.
private func readEnvelope(_ bytes: UnsafeRawBufferPointer) -> Envelope? {
    do {
        return try Envelope(wireBytes: bytes)
    } catch {
        return nil
    }
}
