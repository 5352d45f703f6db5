import NavigationEvents

/// The state of a writer, without its thread and locks: the open part, refused events, and the times of further
/// attempts.
///
/// This file contains the recording of events; `+Parts` contains the files, `+Syncing` the syncs.
struct WriterCore {
    /// Maximum size of an event, in bytes.
    static let maxEventBytes = 16 * 1024 * 1024

    let path: String
    let settings: RecordingSettings
    let metadata: [String: String]
    let disk: any Disk
    var part: Part?
    /// Finished parts that are not synced yet.
    var ended: [Part] = []
    var paths: [String] = []
    var nextNumber = 1
    private var channels = ChannelTable()
    var states: [Session: PartState] = [:]
    /// Chunks of parts that were given up, for the next part.
    var unsyncedChunks: [OpenChunk] = []
    /// Parts whose sync failed, until the next part is synced.
    var givenUp: [Part] = []
    /// Gaps that are not written yet: those noted by the caller, and those of refused events.
    var noted: [RecordingGap] = []
    var holes: [RecordingGap] = []
    /// Failures that ended before their announcement.
    var transientFailures: [RecordingState] = []
    private var announced = RecordingState.recording
    /// The reason why events are refused, and the time of the next attempt.
    var refusal: Failure?
    /// The reason why chunks cannot be written, and the time of the next attempt.
    var chunkFailure: Failure?
    /// Number of consecutive failed syncs, and the error of the first one.
    var failedSyncs = 0
    var syncFailure: RecordingError?
    /// Time since which accepted events wait for a sync.
    var dirtyNanoseconds: UInt64?
    var isClosed = false
    private(set) var accepted: UInt64 = 0
    private(set) var refused: UInt64 = 0
    /// Number of accepted events that were lost with files that another program removed or truncated; the first such
    /// file.
    var lost: UInt64 = 0
    var lossPath: String?
    var bytesBefore = 0

    struct Failure {
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
        // A recording that continues an earlier one has its identity.
        metadata["recording"] =
            metadata["recording"] ?? String(UInt64.random(in: 1...UInt64.max), radix: 16)
        self.metadata = metadata
        self.disk = disk
        nextNumber = settings.firstPart
        try openPart(now)
    }

    var state: RecordingState {
        if isClosed { return .closed }
        // Between two attempts there is no current error, but the disk still fails.
        if let syncFailure, failedSyncs > 1 { return .failing(syncFailure) }
        if let failure = refusal ?? chunkFailure { return .failing(failure.error) }
        return .recording
    }

    var status: RecordingStatus {
        RecordingStatus(
            state: state, paths: paths, eventsAccepted: accepted - lost, eventsRefused: refused + lost,
            bytesWritten: bytesBefore + (part?.layout.size ?? 0))
    }

    /// The changes of the state since the last call.
    mutating func takeAnnouncements() -> [RecordingState] {
        var changes: [RecordingState] = []
        for next in transientFailures + [state] where next != announced {
            changes.append(next)
            announced = next
        }
        transientFailures = []
        return changes
    }

    func failure(_ error: RecordingError, _ now: UInt64) -> Failure {
        Failure(error: error, retryNanoseconds: now + Self.nanoseconds(settings.retrySeconds))
    }

    static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, min(seconds, 1e9)) * 1e9) }
}

extension WriterCore {
    /// Records an event, or counts it as missing.
    mutating func append(_ envelope: Envelope, _ bytes: [UInt8], now: UInt64) -> Bool {
        guard !isClosed else { return false }
        states[envelope.session, default: PartState(before: envelope)].note(envelope)
        guard bytes.count <= Self.maxEventBytes else {
            let error = RecordingError.eventTooLarge(bytes: bytes.count, maxBytes: Self.maxEventBytes)
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
            refusal = failure(error, now)
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

    /// Records a gap.
    mutating func note(_ gap: RecordingGap, now: UInt64) {
        guard !isClosed else { return }
        noted.append(gap)
        if refusal == nil { writeGaps(now) }
    }

    /// Tries to write the gaps.
    mutating func writeGaps(_ now: UInt64) {
        guard !noted.isEmpty || !holes.isEmpty || refusal != nil else { return }
        do {
            try keep(now) { _ in }
        } catch {
            refusal = failure(error, now)
        }
    }

    /// Adds the gaps and then messages to the chunk and the tail.
    private mutating func keep(_ now: UInt64, _ body: (inout WriterCore) -> Void) throws(RecordingError) {
        if part == nil { try openPart(now) }
        guard let checkpoint = part?.chunk.checkpoint else { return }
        for gap in noted + holes {
            part?.chunk.add(gap.wireBytes(), channel: channels.gap(), sequence: 0, time: gap.ended.logTime)
        }
        body(&self)
        guard !isTooMuchWaiting else {
            part?.chunk.rollBack(to: checkpoint)
            throw .tooMuchWaiting(path: path, bytes: part?.waitingBytes ?? 0)
        }
        try part?.keep(since: checkpoint, now: now)
        part?.chunk.content.note(noted + holes)
        noted = []
        holes = []
        refusal = nil
        markDirty(now)
    }

    mutating func markDirty(_ now: UInt64) {
        if dirtyNanoseconds == nil { dirtyNanoseconds = now }
    }

    /// Whether the memory exceeds its limit. The limit is higher while a sync only takes long and has not failed.
    private var isTooMuchWaiting: Bool {
        guard let part else { return false }
        if chunkFailure != nil { return part.chunk.records.count > settings.maxWaitingBytes }
        return part.waitingBytes / (failedSyncs > 1 ? 1 : Self.slowSyncFactor) > settings.maxWaitingBytes
    }

    private static let slowSyncFactor = 4

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
