import NavigationEvents

/// All of a writer but its thread and its locks: what is open, what was refused, and when to try again.
///
/// Here events come in; `+Parts` makes files of them, `+Syncing` makes them outlive a power cut.
struct WriterCore {
    /// Bytes of an event at most.
    static let mostEventBytes = 16 * 1024 * 1024

    let path: String
    let settings: RecordingSettings
    let metadata: [String: String]
    let disk: any Disk
    var part: Part?
    /// Parts that are ended and not synced yet.
    var ended: [Part] = []
    var paths: [String] = []
    var nextNumber = 1
    private var channels = ChannelTable()
    var states: [Session: PartState] = [:]
    /// Chunks of parts that were given up, for the next one.
    var carried: [OpenChunk] = []
    /// Parts that could not be synced, until the next one is.
    var givenUp: [Part] = []
    /// What others said is missing, and what was refused here, as far as neither is written yet.
    var noted: [RecordingGap] = []
    var holes: [RecordingGap] = []
    /// Troubles that are over before anybody could look.
    var passingTroubles: [RecordingState] = []
    private var announced = RecordingState.recording
    /// Why events are refused, and when it is tried again.
    var refusal: Trouble?
    /// Why chunks are refused, and when it is tried again.
    var blockage: Trouble?
    /// Syncs that failed, one after the other, and why the first one did.
    var failedSyncs = 0
    var syncFailure: RecordingError?
    /// Since when something accepted waits for a sync.
    var dirtyNanoseconds: UInt64?
    var isClosed = false
    private(set) var accepted: UInt64 = 0
    private(set) var refused: UInt64 = 0
    /// Events accepted, and lost with a file that others removed or cut; the first such file.
    var lost: UInt64 = 0
    var lossPath: String?
    var bytesBefore = 0

    struct Trouble {
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
        // Between two tries it looks well, and is not.
        if let syncFailure, failedSyncs > 1 { return .failing(syncFailure) }
        if let trouble = refusal ?? blockage { return .failing(trouble.error) }
        return .recording
    }

    var status: RecordingStatus {
        RecordingStatus(
            state: state, paths: paths, eventsAccepted: accepted - lost, eventsRefused: refused + lost,
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

    func trouble(_ error: RecordingError, _ now: UInt64) -> Trouble {
        Trouble(error: error, retryNanoseconds: now + Self.nanoseconds(settings.retrySeconds))
    }

    static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, min(seconds, 1e9)) * 1e9) }
}

extension WriterCore {
    /// Records an event, or counts it as missing.
    mutating func append(_ envelope: Envelope, _ bytes: [UInt8], now: UInt64) -> Bool {
        guard !isClosed else { return false }
        states[envelope.session, default: PartState(before: envelope)].note(envelope)
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
        part?.chunk.content.note(envelope)
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
        guard !noted.isEmpty || !holes.isEmpty || refusal != nil else { return }
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
        guard !isTooMuchWaiting else {
            part?.chunk.goBack(to: mark)
            throw .tooMuchWaiting(path: path, bytes: part?.waitingBytes ?? 0)
        }
        try part?.keep(since: mark, now: now)
        part?.chunk.content.note(noted + holes)
        noted = []
        holes = []
        refusal = nil
        markDirty(now)
    }

    mutating func markDirty(_ now: UInt64) {
        if dirtyNanoseconds == nil { dirtyNanoseconds = now }
    }

    /// Whether a sick disk keeps more in memory than it may. One that takes long over a sync has said nothing yet: it may
    /// keep more.
    private var isTooMuchWaiting: Bool {
        guard let part else { return false }
        if blockage != nil { return part.chunk.records.count > settings.mostWaitingBytes }
        return part.waitingBytes / (failedSyncs > 1 ? 1 : Self.patienceWithSyncs) > settings.mostWaitingBytes
    }

    private static let patienceWithSyncs = 4

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
