import NavigationEvents

/// A file of a recording, with its tails and the open chunk.
struct Part {
    let number: Int
    let path: String
    let file: any DiskFile
    let openedNanoseconds: UInt64
    private(set) var layout: FileLayout
    /// The layout up to the last sync.
    private(set) var syncedLayout: FileLayout
    var chunk = OpenChunk()
    /// Size of the schemas, the metadata and the states of the sessions at the beginning of the file.
    let beginningBytes: Int
    /// Time of the first message of the open chunk.
    private(set) var chunkOpenedNanoseconds: UInt64 = 0
    /// Number of the open chunk, and of its next frame in the tail.
    private(set) var generation: UInt32 = 0
    private var ordinal: UInt32 = 0
    private(set) var tails: [Tail]
    private var current = 0
    /// Finished chunks that are not synced yet.
    private(set) var unsynced: [OpenChunk] = []
    /// The contents of synced chunks, with the offsets of their ends in the file.
    private var synced: [(end: Int, content: GapTally)] = []
    private(set) var isFileDirty = true
    private(set) var isFinished = false

    init(
        number: Int, path: String, metadata: [String: String], states: [PartState], on disk: any Disk, now: UInt64
    ) throws(RecordingError) {
        self.number = number
        self.path = path
        openedNanoseconds = now
        let identity = UInt64.random(in: 1...UInt64.max)
        var layout = FileLayout(schemas: Schema.all)
        var bytes = layout.beginning()
        var about = metadata
        about["id"] = String(identity, radix: 16)
        about["part"] = "\(number)"
        bytes += layout.metadata(about)
        for state in states { bytes += state.attachment(in: &layout) }
        let file = try disk.create(path)
        var made: [Tail] = []
        do {
            for path in Tail.paths(of: path) { made.append(try Tail(path, identity: identity, on: disk)) }
            try file.write(bytes, at: 0)
        } catch {
            Self.remove([file] + made.map(\.file))
            throw error
        }
        self.file = file
        tails = made
        self.layout = layout
        beginningBytes = layout.size
        syncedLayout = FileLayout(schemas: Schema.all)
    }

    /// Removes the files of a part that could not be created. One that cannot be removed does no harm, because it is
    /// empty.
    private static func remove(_ files: [any DiskFile]) {
        for file in files { _ = Result { () throws(RecordingError) in try file.remove() } }
    }

    /// Whether the part has any messages.
    var hasMessages: Bool { layout.hasMessages || !chunk.isEmpty }

    /// Size of the messages that are kept in memory until they are synced.
    var waitingBytes: Int { unsynced.reduce(chunk.records.count) { $0 + $1.records.count } }

    /// Removes the files of an empty part.
    func remove() { Self.remove([file] + tails.map(\.file)) }

    /// Writes the messages after a checkpoint to the tail; if that fails, the chunk is rolled back to the checkpoint.
    mutating func keep(since checkpoint: OpenChunk.Checkpoint, now: UInt64) throws(RecordingError) {
        do {
            try tails[current].write(
                chunk.records.bytes[checkpoint.count...], chunk: generation, ordinal: ordinal)
        } catch {
            chunk.rollBack(to: checkpoint)
            throw error
        }
        if ordinal == 0 { chunkOpenedNanoseconds = now }
        ordinal += 1
    }

    /// Adds the chunk of a part that was given up.
    mutating func takeOver(_ old: OpenChunk, now: UInt64) throws(RecordingError) {
        let checkpoint = chunk.checkpoint
        chunk = old
        do {
            try keep(since: checkpoint, now: now)
        } catch {
            chunk = OpenChunk()
            throw error
        }
    }

    /// Writes the open chunk to the file; if that fails, the chunk stays open.
    mutating func seal(_ compression: RecordingSettings.Compression) throws(RecordingError) {
        guard !chunk.isEmpty else { return }
        var next = layout
        try write(next.chunk(chunk, compression))
        layout = next
        chunk.endInFile = layout.size
        unsynced.append(chunk)
        generation += 1
        ordinal = 0
        // The other tail is empty unless the disk is very slow; in that case both contain several chunks.
        current = 1 - current
        chunk = OpenChunk()
    }

    /// Finishes the file. The tails are needed until it is synced.
    mutating func finish(_ compression: RecordingSettings.Compression) throws(RecordingError) {
        try seal(compression)
        var next = layout
        try write(next.ending())
        layout = next
        isFinished = true
    }

    private mutating func write(_ bytes: [UInt8]) throws(RecordingError) {
        do {
            try file.write(bytes, at: layout.size)
        } catch {
            // A reader recognises a partial chunk; truncation only frees its space.
            _ = Result { () throws(RecordingError) in try file.truncate(to: layout.size) }
            throw error
        }
        isFileDirty = true
    }
}

// MARK: - Syncing

extension Part {
    /// The files to sync, separate from the part, so that writers need not wait for the sync.
    struct SyncWork: Sendable {
        fileprivate var number: Int
        fileprivate var chunks: UInt32
        fileprivate var layout: FileLayout
        fileprivate var file: any DiskFile
        fileprivate var isFileDirty: Bool
        fileprivate var tails: [any DiskFile]
        /// Whether this is the first sync of the files, so that their folder must be synced too.
        let isNew: Bool

        /// Syncs the files: the tails first, because their events wait for it.
        func perform() throws(RecordingError) {
            for tail in tails { try tail.sync() }
            if isFileDirty { try file.sync() } else { try file.checkWhole() }
        }
    }

    var isDirty: Bool { isFileDirty || tails.contains(where: \.isDirty) }

    /// Returns the files to sync.
    mutating func takeWork() -> SyncWork {
        let work = SyncWork(
            number: number, chunks: generation, layout: layout, file: file, isFileDirty: isFileDirty,
            tails: tails.filter(\.isDirty).map(\.file), isNew: syncedLayout.size == 0)
        isFileDirty = false
        for index in tails.indices { tails[index].isDirty = false }
        return work
    }

    /// Notes a successful sync.
    mutating func finished(_ work: SyncWork) throws(RecordingError) {
        guard work.isFileDirty else { return }
        syncedLayout = work.layout
        guard work.chunks > 0 else { return }
        let count = unsynced.count - Int(generation - work.chunks)
        synced += unsynced.prefix(count).map { ($0.endInFile, $0.content) }
        unsynced.removeFirst(count)
        for index in tails.indices { try tails[index].empty(through: work.chunks - 1) }
    }

    /// Whether the work belongs to this part.
    func owns(_ work: SyncWork) -> Bool { work.number == number }

    /// Gives the part up after a failed sync: finishes the file after its last synced byte.
    func giveUp() throws(RecordingError) {
        if syncedLayout.size == 0 {
            try file.remove()
        } else if let left = file.truncatedSize(), left < syncedLayout.size {
            // Bytes written after the truncation would follow zeros.
            try file.truncate(to: left)
        } else {
            var last = syncedLayout
            try file.truncate(to: last.size)
            try file.write(last.ending(), at: syncedLayout.size)
        }
        try removeTails()
    }

    func removeTails() throws(RecordingError) {
        for tail in tails { try tail.file.remove() }
    }

    /// Whether another program removed the file.
    var isRemoved: Bool { file.truncatedSize() == 0 }

    /// The synced content that another program took away.
    var lostContent: GapTally {
        guard let left = file.truncatedSize() else { return GapTally() }
        var lost = GapTally()
        for chunk in synced where chunk.end > left { lost.add(chunk.content) }
        return lost
    }

    /// Throws if another program removed or truncated one of the files.
    func checkWhole() throws(RecordingError) {
        try file.checkWhole()
        for tail in tails { try tail.file.checkWhole() }
    }
}
