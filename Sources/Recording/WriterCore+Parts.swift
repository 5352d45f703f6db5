extension WriterCore {
    mutating func sealIfFull(_ now: UInt64) {
        guard let part, part.chunk.records.count >= settings.chunkBytes else { return }
        if let chunkFailure, now < chunkFailure.retryNanoseconds { return }
        seal(now)
        endPartIfFull(now)
    }

    /// Writes the open chunk to the file.
    mutating func seal(_ now: UInt64) {
        do {
            let compression = settings.compression
            try part?.seal(compression)
            chunkFailure = nil
            markDirty(now)
        } catch {
            chunkFailure = failure(error, now)
        }
    }

    mutating func endPartIfFull(_ now: UInt64) {
        guard let part, chunkFailure == nil else { return }
        let isLarge = settings.partBytes.map { part.layout.size - part.beginningBytes >= $0 } ?? false
        let isOld = settings.partSeconds.map { now >= part.openedNanoseconds + Self.nanoseconds($0) } ?? false
        guard isLarge || isOld && part.hasMessages else { return }
        do {
            try endPart(now)
        } catch {
            chunkFailure = failure(error, now)
            return
        }
        do {
            try openPart(now)
        } catch {
            refusal = failure(error, now)
        }
    }

    /// Finishes the open part.
    mutating func endPart(_ now: UInt64) throws(RecordingError) {
        let compression = settings.compression
        try part?.finish(compression)
        markDirty(now)
        if let part {
            ended.append(part)
            bytesBefore += part.layout.size
        }
        part = nil
    }

    mutating func openPart(_ now: UInt64) throws(RecordingError) {
        var made = try makePart(now)
        try takeOver(into: &made, now)
        part = made
        paths.append(made.path)
        nextNumber += 1
        markDirty(now)
        removeGivenUp()
    }

    /// Creates the files of a part. After the first part, existing names are skipped.
    private mutating func makePart(_ now: UInt64) throws(RecordingError) -> Part {
        let isFirst = paths.isEmpty && nextNumber == settings.firstPart
        let states = isFirst ? [] : states.values.map(\.self)
        while true {
            let name = nextNumber == 1 && !settings.isInParts ? path : Self.partPath(path, nextNumber)
            do {
                return try Part(
                    number: nextNumber, path: name, metadata: metadata, states: states, on: disk, now: now)
            } catch RecordingError.exists where !isFirst {
                nextNumber += 1
            }
        }
    }

    /// Moves the unsynced chunks of parts that were given up to a new part.
    private mutating func takeOver(into made: inout Part, _ now: UInt64) throws(RecordingError) {
        do {
            for chunk in unsyncedChunks {
                try made.seal(settings.compression)
                try made.takeOver(chunk, now: now)
            }
        } catch {
            made.remove()
            throw error
        }
        unsyncedChunks = []
    }

    /// Removes parts that were given up without any sync, because the new part contains all of their events.
    private mutating func removeGivenUp() {
        for old in givenUp where old.syncedLayout.size == 0 {
            paths.removeAll { $0 == old.path }
            end(old)
        }
        givenUp.removeAll { $0.syncedLayout.size == 0 }
    }

    /// Ends parts that were given up after a failed sync, because the next part has synced all that they may have lost.
    mutating func endGivenUp() {
        givenUp.forEach { end($0) }
        givenUp = []
    }

    private mutating func end(_ old: Part) {
        do {
            try old.giveUp()
        } catch {
            transientFailures.append(.failing(error))
        }
    }

    /// Path of a part: `drive.mcap` → `drive-0002.mcap`.
    static func partPath(_ path: String, _ number: Int) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(path.dropLast(".mcap".count))-\(padded).mcap"
    }
}
