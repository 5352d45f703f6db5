import NavigationEvents

/// All of a writer but its thread and its locks: what is open, what was refused, and when to try again.
struct WriterCore {
    /// Bytes of an event at most.
    static let mostEventBytes = 16 * 1024 * 1024

    let path: String
    let settings: RecordingSettings
    private let metadata: [String: String]
    private let disk: any Disk
    var part: Part?
    /// Parts that are ended and not synced yet.
    private var ended: [Part] = []
    private(set) var paths: [String] = []
    private var nextNumber = 1
    private var channels = ChannelTable()
    private var states: [Session: PartState] = [:]
    /// Chunks of a part that was given up, for the next one.
    private var carried: [OpenChunk] = []
    private var givenUp: Part?
    /// What others said is missing, and what was refused here, as far as neither is written yet.
    private var noted: [RecordingGap] = []
    private var holes: [RecordingGap] = []
    /// Troubles that are over before anybody could look.
    private var passingTroubles: [RecordingState] = []
    private var announced = RecordingState.recording
    /// Why events are refused, and when it is tried again.
    private var refusal: Trouble?
    /// Why chunks are refused, and when it is tried again.
    private var blockage: Trouble?
    /// Since when something accepted waits for a sync.
    private(set) var dirtyNanoseconds: UInt64?
    private(set) var isClosed = false
    private(set) var accepted: UInt64 = 0
    private(set) var refused: UInt64 = 0
    private var bytesBefore = 0

    private struct Trouble {
        var error: RecordingError
        var retryNanoseconds: UInt64
    }

    init(
        path: String, settings: RecordingSettings, metadata: [String: String], disk: any Disk, now: UInt64
    ) throws(RecordingError) {
        guard path.hasSuffix(".mcap"), !path.hasSuffix("/.mcap"), path != ".mcap" else { throw .badName(path: path) }
        self.path = path
        self.settings = settings
        var metadata = metadata
        // One that goes on with an earlier recording names it.
        metadata["recording"] =
            metadata["recording"] ?? String(UInt64.random(in: 1...UInt64.max), radix: 16)
        self.metadata = metadata
        self.disk = disk
        nextNumber = settings.firstPart
        try openPart(now)
    }

    var state: RecordingState {
        if isClosed { return .closed }
        if let trouble = refusal ?? blockage { return .failing(trouble.error) }
        return .recording
    }

    var status: RecordingStatus {
        RecordingStatus(
            state: state, paths: paths, eventsAccepted: accepted, eventsRefused: refused,
            bytesWritten: bytesBefore + (part?.layout.size ?? 0))
    }

    /// The changes of the state since this was asked for last.
    mutating func takeAnnouncements() -> [RecordingState] {
        var changes: [RecordingState] = []
        for next in passingTroubles + [state] where next != announced {
            changes.append(next)
            announced = next
        }
        passingTroubles = []
        return changes
    }

    private func trouble(_ error: RecordingError, _ now: UInt64) -> Trouble {
        Trouble(error: error, retryNanoseconds: now + Self.nanoseconds(settings.retrySeconds))
    }

    fileprivate static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, min(seconds, 1e9)) * 1e9) }
}

// MARK: - Events

extension WriterCore {
    /// Records an event, or counts it as missing.
    mutating func append(_ envelope: Envelope, _ bytes: [UInt8], now: UInt64) -> Bool {
        guard !isClosed else { return false }
        if states[envelope.session] == nil { states[envelope.session] = PartState(envelope) }
        states[envelope.session]?.note(envelope)
        guard bytes.count <= Self.mostEventBytes else {
            let error = RecordingError.eventTooLarge(bytes: bytes.count, most: Self.mostEventBytes)
            refuse(envelope, error)
            return false
        }
        if let refusal, now < refusal.retryNanoseconds {
            refuse(envelope, refusal.error)
            return false
        }
        do {
            try keep(now) { $0.add(envelope, bytes) }
        } catch {
            refusal = trouble(error, now)
            refuse(envelope, error)
            return false
        }
        accepted += 1
        sealIfFull(now)
        return true
    }

    private mutating func refuse(_ envelope: Envelope, _ error: RecordingError) {
        refused += 1
        let time = envelope.publishedAt
        if let index = holes.firstIndex(where: { $0.run == envelope.run && $0.session == envelope.session }) {
            holes[index].add(envelope.sequence, at: time)
            return
        }
        holes.append(
            RecordingGap(
                session: envelope.session, run: envelope.run, firstSequence: envelope.sequence,
                lastSequence: envelope.sequence, count: 1, began: time, ended: time, reason: error.description))
    }

    /// Records that events are missing.
    mutating func note(_ gap: RecordingGap, now: UInt64) {
        guard !isClosed else { return }
        noted.append(gap)
        if refusal == nil { writeGaps(now) }
    }

    /// Tries to write what is known to be missing.
    mutating func writeGaps(_ now: UInt64) {
        guard !noted.isEmpty || refusal != nil else { return }
        do {
            try keep(now) { _ in }
        } catch {
            refusal = trouble(error, now)
        }
    }

    /// Puts messages, after the gaps before them, into the chunk and onto the tail.
    private mutating func keep(_ now: UInt64, _ body: (inout WriterCore) -> Void) throws(RecordingError) {
        if part == nil { try openPart(now) }
        guard let mark = part?.chunk.mark else { return }
        for gap in noted + holes {
            part?.chunk.add(gap.wireBytes(), channel: channels.gap(), sequence: 0, time: gap.ended.logTime)
        }
        body(&self)
        if let waiting = part?.chunk.records.count, waiting > settings.mostWaitingBytes, blockage != nil {
            part?.chunk.goBack(to: mark)
            throw .tooMuchWaiting(path: path, bytes: mark.count)
        }
        try part?.keep(since: mark, now: now)
        noted = []
        holes = []
        refusal = nil
        markDirty(now)
    }

    private mutating func markDirty(_ now: UInt64) {
        if dirtyNanoseconds == nil { dirtyNanoseconds = now }
    }

    private mutating func add(_ envelope: Envelope, _ bytes: [UInt8]) {
        let time = envelope.publishedAt.logTime
        let sequence = UInt32(truncatingIfNeeded: envelope.sequence)
        let channel = channels.event(envelope.event.topic, envelope.session)
        part?.chunk.add(bytes, channel: channel, sequence: sequence, time: time)
        if case .gps(let fix) = envelope.event {
            let position = channels.position(envelope.session)
            part?.chunk.add(LocationFix.bytes(of: fix), channel: position, sequence: sequence, time: time)
        }
    }
}

// MARK: - Chunks and parts

extension WriterCore {
    private mutating func sealIfFull(_ now: UInt64) {
        guard let part, part.chunk.records.count >= settings.chunkBytes else { return }
        if let blockage, now < blockage.retryNanoseconds { return }
        seal(now)
        endPartIfFull(now)
    }

    /// Finishes the open chunk.
    mutating func seal(_ now: UInt64) {
        do {
            let compression = settings.compression
            try part?.seal(compression)
            blockage = nil
            markDirty(now)
        } catch {
            blockage = trouble(error, now)
        }
    }

    private mutating func endPartIfFull(_ now: UInt64) {
        guard let part, blockage == nil else { return }
        let isLarge = settings.partBytes.map { part.layout.size >= $0 } ?? false
        let isOld = settings.partSeconds.map { now >= part.openedNanoseconds + Self.nanoseconds($0) } ?? false
        guard isLarge || isOld && part.hasMessages else { return }
        do {
            try endPart(now)
        } catch {
            blockage = trouble(error, now)
            return
        }
        do {
            try openPart(now)
        } catch {
            refusal = trouble(error, now)
        }
    }

    /// Ends the part that is open.
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

    private mutating func openPart(_ now: UInt64) throws(RecordingError) {
        let isFirst = paths.isEmpty
        let name = nextNumber == 1 && !settings.isInParts ? path : Self.partPath(path, nextNumber)
        let states = isFirst ? [] : states.values.map(\.self)
        var made: Part
        do {
            made = try Part(
                number: nextNumber, path: name, metadata: metadata, states: states, on: disk, now: now)
        } catch RecordingError.exists(let path) {
            // A later part passes over names that are taken.
            if !isFirst { nextNumber += 1 }
            throw .exists(path: path)
        }
        try takeOver(into: &made, now)
        part = made
        paths.append(name)
        nextNumber += 1
        markDirty(now)
        endGivenUp(now)
    }

    /// Puts what a part that was given up had not synced into a new one.
    private mutating func takeOver(into made: inout Part, _ now: UInt64) throws(RecordingError) {
        do {
            for chunk in carried {
                try made.seal(settings.compression)
                try made.takeOver(chunk, now: now)
            }
        } catch {
            made.remove(on: disk)
            throw error
        }
        carried = []
    }

    /// Ends a part after a failed sync, now that all it may have lost is in the next one.
    private mutating func endGivenUp(_ now: UInt64) {
        guard let old = givenUp else { return }
        givenUp = nil
        // What was never synced is removed.
        if old.syncedLayout.size == 0 { paths.removeAll { $0 == old.path } }
        do {
            try old.giveUp(on: disk)
        } catch {
            passingTroubles.append(.failing(error))
        }
    }

    /// The name of a part: `drive.mcap` → `drive-0002.mcap`.
    static func partPath(_ path: String, _ number: Int) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(path.dropLast(".mcap".count))-\(padded).mcap"
    }
}

// MARK: - Syncing

extension WriterCore {
    /// When there is something to do next; `nil`: nothing until something is appended.
    func nextDeadline() -> UInt64? {
        var deadlines: [UInt64] = []
        if let dirtyNanoseconds { deadlines.append(dirtyNanoseconds + Self.nanoseconds(settings.syncSeconds)) }
        if let refusal { deadlines.append(refusal.retryNanoseconds) }
        if let blockage { deadlines.append(blockage.retryNanoseconds) }
        if let part, blockage == nil, !part.chunk.isEmpty {
            deadlines.append(part.chunkOpenedNanoseconds + Self.nanoseconds(settings.chunkSeconds))
        }
        if let part, let seconds = settings.partSeconds, blockage == nil, part.hasMessages {
            deadlines.append(part.openedNanoseconds + Self.nanoseconds(seconds))
        }
        return deadlines.min()
    }

    /// Whether something has waited for a sync long enough.
    func isSyncDue(_ now: UInt64) -> Bool {
        dirtyNanoseconds.map { now >= $0 + Self.nanoseconds(settings.syncSeconds) } ?? false
    }

    /// Does what is due by time.
    mutating func doWhatIsDue(_ now: UInt64) {
        guard !isClosed else { return }
        if let refusal, now >= refusal.retryNanoseconds { writeGaps(now) }
        guard let part else { return }
        let isOld = now >= part.chunkOpenedNanoseconds + Self.nanoseconds(settings.chunkSeconds)
        let isRetry = blockage.map { now >= $0.retryNanoseconds } ?? false
        if !part.chunk.isEmpty, blockage == nil ? isOld : isRetry { seal(now) }
        if blockage == nil || isRetry {
            if isRetry, part.chunk.isEmpty { blockage = nil }
            endPartIfFull(now)
        }
    }

    /// What is to be synced now.
    mutating func takeWork() -> [Part.SyncWork] {
        dirtyNanoseconds = nil
        var work: [Part.SyncWork] = []
        for index in ended.indices where ended[index].isDirty { work.append(ended[index].takeWork()) }
        if part?.isDirty == true, let taken = part?.takeWork() { work.append(taken) }
        return work
    }

    /// Notes the outcome of a sync.
    mutating func finished(_ work: Part.SyncWork, _ outcome: Result<Void, RecordingError>, now: UInt64) {
        if let index = ended.firstIndex(where: { $0.owns(work) }) {
            let old = ended.remove(at: index)
            finishEnded(old, outcome, now)
        } else if part?.owns(work) == true {
            do {
                try outcome.get()
                try part?.finished(work)
                if part?.isDirty == true, dirtyNanoseconds == nil { dirtyNanoseconds = now }
            } catch {
                moveOn(after: error, now)
            }
        }
    }

    /// The tails of a part that is ended and synced are needed no more; of one that could not be synced they are.
    private mutating func finishEnded(_ old: Part, _ outcome: Result<Void, RecordingError>, _ now: UInt64) {
        do {
            try outcome.get()
            try old.removeTails(on: disk)
        } catch {
            blockage = trouble(error, now)
        }
    }

    /// After a failed sync nobody knows what is on the disk: what was not synced before goes into a new part.
    private mutating func moveOn(after error: RecordingError, _ now: UInt64) {
        guard let old = part else { return }
        carried = old.unsynced + (old.chunk.isEmpty ? [] : [old.chunk])
        givenUp = old
        part = nil
        bytesBefore += old.syncedLayout.size
        passingTroubles.append(.failing(error))
        refusal = Trouble(error: error, retryNanoseconds: now)
        writeGaps(now)
    }
}

// MARK: - The end

extension WriterCore {
    /// Ends the last part; a second call does nothing.
    mutating func close(_ now: UInt64) throws(RecordingError) {
        guard !isClosed else { return }
        writeGaps(now)
        defer { isClosed = true }
        if let refusal { throw refusal.error }
        if !holes.isEmpty { writeGaps(now) }
        try endPart(now)
    }
}
