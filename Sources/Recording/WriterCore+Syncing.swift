extension WriterCore {
    /// Time of the next action; `nil` if there is none until something is appended.
    func nextDeadline() -> UInt64? {
        var deadlines: [UInt64] = []
        if let dirtyNanoseconds { deadlines.append(dirtyNanoseconds + Self.nanoseconds(settings.syncSeconds)) }
        if let refusal { deadlines.append(refusal.retryNanoseconds) }
        if part != nil, let chunkFailure { deadlines.append(chunkFailure.retryNanoseconds) }
        if let part, chunkFailure == nil, !part.chunk.isEmpty {
            deadlines.append(part.chunkOpenedNanoseconds + Self.nanoseconds(settings.chunkSeconds))
        }
        if let part, let seconds = settings.partSeconds, chunkFailure == nil, part.hasMessages {
            deadlines.append(part.openedNanoseconds + Self.nanoseconds(seconds))
        }
        return deadlines.min()
    }

    /// Whether a sync is due.
    func isSyncDue(_ now: UInt64) -> Bool {
        dirtyNanoseconds.map { now >= $0 + Self.nanoseconds(settings.syncSeconds) } ?? false
    }

    /// Performs the actions that are due.
    mutating func performDueWork(_ now: UInt64) {
        guard !isClosed else { return }
        if let refusal, now >= refusal.retryNanoseconds { writeGaps(now) }
        guard let part else { return }
        let isOld = now >= part.chunkOpenedNanoseconds + Self.nanoseconds(settings.chunkSeconds)
        let isRetry = chunkFailure.map { now >= $0.retryNanoseconds } ?? false
        if !part.chunk.isEmpty, chunkFailure == nil ? isOld : isRetry { seal(now) }
        if chunkFailure == nil || isRetry {
            if isRetry, part.chunk.isEmpty { chunkFailure = nil }
            endPartIfFull(now)
        }
    }

    /// Returns the files to sync now.
    mutating func takeWork() -> [Part.SyncWork] {
        dirtyNanoseconds = nil
        var work: [Part.SyncWork] = []
        for index in ended.indices where ended[index].isDirty { work.append(ended[index].takeWork()) }
        if part?.isDirty == true, let taken = part?.takeWork() { work.append(taken) }
        return work
    }

    /// Notes the result of a sync.
    mutating func finished(_ work: Part.SyncWork, _ outcome: Result<Void, RecordingError>, now: UInt64) {
        if let index = ended.firstIndex(where: { $0.owns(work) }) {
            guard case .failure(let error) = outcome else { return finishEnded(ended.remove(at: index), now) }
            continueInNewPart(from: index, after: error, now)
        } else if part?.owns(work) == true {
            do {
                try outcome.get()
                try part?.finished(work)
                (failedSyncs, syncFailure) = (0, nil)
                endGivenUp()
                if part?.isDirty == true, dirtyNanoseconds == nil { dirtyNanoseconds = now }
            } catch {
                continueInNewPart(from: ended.endIndex, after: error, now)
            }
        }
    }

    /// Removes the tails of a finished and synced part.
    private mutating func finishEnded(_ old: Part, _ now: UInt64) {
        endGivenUp()
        do {
            try old.removeTails()
        } catch {
            chunkFailure = failure(error, now)
        }
    }

    /// Continues in a new part after a failed sync. The state of the disk is then unknown, so the new part begins with
    /// all unsynced messages. If its sync fails too, the next part waits: a failing disk must not be filled with
    /// beginnings.
    private mutating func continueInNewPart(from first: Int, after error: RecordingError, _ now: UInt64) {
        let old = Array(ended[first...]) + [part].compactMap(\.self)
        ended.removeSubrange(first...)
        // The tails stay, for `navbus recover`.
        guard !isClosed else { return }
        bytesBefore += old.reduce(0) { sum, part in
            let kept = min(part.syncedLayout.size, part.file.truncatedSize() ?? .max)
            return sum + kept - (part.isFinished ? part.layout.size : 0)
        }
        for part in old { noteLoss(part) }
        unsyncedChunks = old.flatMap { $0.unsynced + ($0.chunk.isEmpty ? [] : [$0.chunk]) } + unsyncedChunks
        givenUp += old
        part = nil
        (failedSyncs, syncFailure) = (failedSyncs + 1, syncFailure ?? error)
        guard failedSyncs == 1 else {
            refusal = failure(error, now)
            return
        }
        transientFailures.append(.failing(error))
        refusal = Failure(error: error, retryNanoseconds: now)
        writeGaps(now)
    }
}

// MARK: - Removed and Truncated Files

extension WriterCore {
    /// Counts the events lost with a file that another program removed or truncated.
    private mutating func noteLoss(_ old: Part) {
        if old.isRemoved { paths.removeAll { $0 == old.path } }
        let taken = old.lostContent
        guard !taken.events.isEmpty || !taken.gaps.isEmpty else { return }
        let what = old.isRemoved ? "removed or emptied" : "truncated"
        noted += taken.lost("another program \(what) \(old.path) during the recording")
        lost += taken.eventCount
        lossPath = lossPath ?? old.path
    }

    /// The error for the total loss by other programs; `nil` if there is none.
    var loss: RecordingError? {
        guard let lossPath else { return nil }
        return .system(
            path: lossPath, doing: "keep",
            reason: "another program removed or truncated it during the recording; \(lost) events are lost, the others "
                + "are in \(paths.joined(separator: ", "))")
    }

    /// Gives up files that another program removed or truncated, before the last part is finished.
    private mutating func leaveTamperedFiles(_ now: UInt64) {
        do {
            for old in ended + [part].compactMap(\.self) { try old.checkWhole() }
        } catch {
            let first = ended.firstIndex { (try? $0.checkWhole()) == nil } ?? ended.endIndex
            continueInNewPart(from: first, after: error, now)
        }
    }
}

// MARK: - Closing

extension WriterCore {
    /// Finishes the last part; a second call does nothing.
    mutating func close(_ now: UInt64) throws(RecordingError) {
        guard !isClosed else { return }
        leaveTamperedFiles(now)
        writeGaps(now)
        defer { isClosed = true }
        if let refusal { throw refusal.error }
        try endPart(now)
    }
}
