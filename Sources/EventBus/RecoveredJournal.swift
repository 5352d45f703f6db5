import EventCodec
import Glibc
import NavigationEvents

/// What the journal of an earlier process holds of one session, read and found whole.
struct RecoveredJournal {
    var segments: [JournalSegment]
    /// How far the session had come.
    var state: JournalState
    /// ``EventJournal/oldest(_:)``.
    var oldest: [UInt64]
}

/// The journals of all sessions of a bus, and under which identity they go on.
struct JournalOpening {
    var journals: [EventJournal]
    var run: UInt64
    var isContinued: Bool
    /// Reports that were published already.
    var reports: [ReportNumbers]
    /// What is to be told.
    var problems: [JournalProblem]
}

/// Opens the journal of a bus: in memory, in files, or where a bus of the same boot was killed.
struct JournalOpener {
    /// Files cannot be continued. Those of another boot or key are simply old; anything else is worth a look.
    private enum Obstacle: Error {
        case outdated
        case damaged(String)
    }

    let settings: JournalSettings
    let sessions: [Session]
    /// The run that is wanted; any if `nil`.
    let run: UInt64?

    /// Never fails: what cannot be continued or written is told, and memory is there instead.
    func open() -> JournalOpening {
        guard let path = settings.folder else { return begin(nil, []) }
        let folder: JournalFolder
        do {
            folder = try JournalFolder(path: path)
        } catch {
            return begin(nil, [JournalProblem(error)])
        }
        let (entries, others) = folder.entries()
        guard !entries.isEmpty || !others.isEmpty else { return begin(folder, []) }
        do throws(Obstacle) {
            guard others.isEmpty else { throw .damaged("\(others.sorted()[0]) is no name of a segment") }
            if let opening = try continueRun(folder, entries) { return opening }
            throw .outdated
        } catch {
            let names = entries.map(\.name) + others
            guard case .damaged(let reason) = error else {
                folder.remove(names)
                return begin(folder, [])
            }
            folder.setAside(names)
            let place = "\(reason); its files are set aside in \(folder.path) (*.damaged)"
            return begin(folder, [JournalProblem(notContinued: place)])
        }
    }

    private func begin(_ folder: JournalFolder?, _ problems: [JournalProblem]) -> JournalOpening {
        let run = run ?? UInt64.random(in: 1...UInt64.max)
        let identity = JournalIdentity(run: run, key: settings.resumeKey, sessions: sessions)
        let journals = sessions.map {
            EventJournal($0, settings: settings, identity: identity, folder: folder)
        }
        return JournalOpening(
            journals: journals, run: run, isContinued: false, reports: sessions.map { _ in ReportNumbers() },
            problems: problems)
    }

    // MARK: Continuing

    /// `nil` if there is nothing to go on with.
    private func continueRun(
        _ folder: JournalFolder, _ entries: [JournalFolder.Entry]
    ) throws(Obstacle) -> JournalOpening? {
        var segments: [Session: [JournalSegment]] = [:]
        var reports: [Session: ReportNumbers] = [:]
        var identity: JournalIdentity?
        for entry in entries {
            if folder.isEmpty(entry.name) {
                folder.remove([entry.name])
                continue
            }
            guard let file = folder.read(entry.name) else { throw .damaged("\(entry.name) is no file of ours") }
            let header = JournalHeader(file)
            // Its writer was killed before it was one.
            if header.isUnfinished {
                folder.remove([entry.name])
                continue
            }
            guard header.isWhole, header.session == entry.session.name, header.number == entry.number else {
                throw .damaged("\(entry.name) is damaged in its beginning")
            }
            guard let expected = JournalIdentity(run: run ?? header.run, key: settings.resumeKey, sessions: sessions),
                header.matches(expected), sessions.contains(entry.session)
            else { throw .outdated }
            guard identity == nil || identity == expected else { throw .damaged("\(entry.name) is of another run") }
            identity = expected
            let segment = JournalSegment(
                number: entry.number, base: header.base, mapping: file, path: folder.path + "/" + entry.name,
                nanoseconds: 0, isOwn: false)
            var numbers = reports[entry.session] ?? ReportNumbers()
            guard takeEvents(of: segment, expected, entry.session, &numbers) else {
                throw .damaged("\(entry.name) is damaged")
            }
            reports[entry.session] = numbers
            segments[entry.session, default: []].append(segment)
        }
        guard let identity else { return nil }
        var recovered: [RecoveredJournal] = []
        for session in sessions { recovered.append(try chain(segments[session] ?? [])) }
        return JournalOpening(
            journals: zip(sessions, recovered).map {
                EventJournal($0, settings: settings, identity: identity, folder: folder, recovered: $1)
            },
            run: identity.run, isContinued: true, reports: sessions.map { reports[$0] ?? ReportNumbers() }, problems: []
        )
    }

    /// Finds the events of a segment; `false` if one is not what it should be.
    private func takeEvents(
        of segment: JournalSegment, _ identity: JournalIdentity, _ session: Session, _ reports: inout ReportNumbers
    ) -> Bool {
        segment.takeEvents { bytes, topic, state in
            guard let envelope = readEnvelope(bytes) else { return false }
            if case .control(let report) = envelope.event { _ = reports.isNew(report) }
            return envelope.run == identity.run && envelope.session == session && envelope.event.topic == topic
                && envelope.sequence == state.sequence
                && envelope.topicSequence == state.topicSequences[topic.place]
        } != nil
    }

    /// Puts the segments of a session behind one another.
    private func chain(_ segments: [JournalSegment]) throws(Obstacle) -> RecoveredJournal {
        // Every session began with a segment.
        guard let first = segments.first, let last = segments.last else {
            throw .damaged("the segments of a session are missing")
        }
        guard last.isFollowed == false else {
            throw .damaged("its newest events were kept in memory, or their file is missing")
        }
        var oldest = first.base.topicSequences.map { $0 + 1 }
        for (former, next) in zip(segments, segments.dropFirst()) {
            guard next.base.canFollow(former.state) else { throw .damaged("the segments contradict each other") }
            for topic in Topic.allCases where next.base.topicSequences[topic.place] > former.newest(topic) {
                oldest[topic.place] = next.base.topicSequences[topic.place] + 1
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
