import NavigationEvents

/// One file of a recording, with its tails and the chunk that is open.
struct Part {
    let number: Int
    let path: String
    let file: any DiskFile
    let openedNanoseconds: UInt64
    private(set) var layout: FileLayout
    /// What of it outlives a power cut.
    private(set) var syncedLayout: FileLayout
    var chunk = OpenChunk()
    /// Bytes of what every part begins with: schemas, metadata, the state of the sessions.
    let beginningBytes: Int
    /// When the first message of the open chunk came.
    private(set) var chunkOpenedNanoseconds: UInt64 = 0
    /// Number of the open chunk, and of the next frame of it.
    private(set) var generation: UInt32 = 0
    private var ordinal: UInt32 = 0
    private(set) var tails: [Tail]
    private var current = 0
    /// Finished chunks that are not known to outlive a power cut.
    private(set) var unsynced: [OpenChunk] = []
    /// What the chunks hold that outlive a power cut, by where they end in the file.
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

    /// Removes files of a part that could not be begun. What cannot be removed is no harm: it is empty.
    private static func remove(_ files: [any DiskFile]) {
        for file in files { _ = Result { () throws(RecordingError) in try file.remove() } }
    }

    /// Whether there is anything in it.
    var hasMessages: Bool { layout.hasMessages || !chunk.isEmpty }

    /// Bytes of messages in memory, since they are not known to outlive a power cut.
    var waitingBytes: Int { unsynced.reduce(chunk.records.count) { $0 + $1.records.count } }

    /// Removes the files of a part that came to nothing.
    func remove() { Self.remove([file] + tails.map(\.file)) }

    /// Writes what was added to the chunk since a mark to the tail; if it throws, the chunk is as it was.
    mutating func keep(since mark: OpenChunk.Mark, now: UInt64) throws(RecordingError) {
        do {
            try tails[current].write(
                chunk.records.bytes[mark.count...], chunk: generation, ordinal: ordinal)
        } catch {
            chunk.goBack(to: mark)
            throw error
        }
        if ordinal == 0 { chunkOpenedNanoseconds = now }
        ordinal += 1
    }

    /// Takes over a chunk of a part that was given up.
    mutating func takeOver(_ old: OpenChunk, now: UInt64) throws(RecordingError) {
        let mark = chunk.mark
        chunk = old
        do {
            try keep(since: mark, now: now)
        } catch {
            chunk = OpenChunk()
            throw error
        }
    }

    /// Finishes the open chunk; if it throws, the chunk stays open.
    mutating func seal(_ compression: RecordingSettings.Compression) throws(RecordingError) {
        guard !chunk.isEmpty else { return }
        var next = layout
        try write(next.chunk(chunk, compression))
        layout = next
        chunk.endInFile = layout.size
        unsynced.append(chunk)
        generation += 1
        ordinal = 0
        // The other tail is free unless the disk is very slow; then both hold several chunks.
        current = 1 - current
        chunk = OpenChunk()
    }

    /// Ends the file: it needs its tails only until it is synced.
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
            // Half a chunk is recognised as such; cutting it off only gives its room back.
            _ = Result { () throws(RecordingError) in try file.cut(to: layout.size) }
            throw error
        }
        isFileDirty = true
    }
}

// MARK: - Syncing

extension Part {
    /// What is to be synced, apart from the part, so that nobody has to wait for it.
    struct SyncWork: Sendable {
        fileprivate var number: Int
        fileprivate var chunks: UInt32
        fileprivate var layout: FileLayout
        fileprivate var file: any DiskFile
        fileprivate var isFileDirty: Bool
        fileprivate var tails: [any DiskFile]
        /// Whether the files have not been synced before: then their folder is to be, too.
        let isNew: Bool

        /// Syncs the files: the tails first, since their events wait for it.
        func perform() throws(RecordingError) {
            for tail in tails { try tail.sync() }
            if isFileDirty { try file.sync() } else { try file.checkWhole() }
        }
    }

    var isDirty: Bool { isFileDirty || tails.contains(where: \.isDirty) }

    /// Hands out what is to be synced.
    mutating func takeWork() -> SyncWork {
        let work = SyncWork(
            number: number, chunks: generation, layout: layout, file: file, isFileDirty: isFileDirty,
            tails: tails.filter(\.isDirty).map(\.file), isNew: syncedLayout.size == 0)
        isFileDirty = false
        for index in tails.indices { tails[index].isDirty = false }
        return work
    }

    /// Notes that the work was done.
    mutating func finished(_ work: SyncWork) throws(RecordingError) {
        guard work.isFileDirty else { return }
        syncedLayout = work.layout
        guard work.chunks > 0 else { return }
        let count = unsynced.count - Int(generation - work.chunks)
        synced += unsynced.prefix(count).map { ($0.endInFile, $0.content) }
        unsynced.removeFirst(count)
        for index in tails.indices { try tails[index].empty(through: work.chunks - 1) }
    }

    /// Whether the work was this part's.
    func owns(_ work: SyncWork) -> Bool { work.number == number }

    /// Gives the part up after a failed sync: ends the file after what is known to be there.
    func giveUp() throws(RecordingError) {
        if syncedLayout.size == 0 {
            try file.remove()
        } else if let left = file.leftByOthers(), left < syncedLayout.size {
            // What was written behind the cut would stand behind zeros.
            try file.cut(to: left)
        } else {
            var last = syncedLayout
            try file.cut(to: last.size)
            try file.write(last.ending(), at: syncedLayout.size)
        }
        try removeTails()
    }

    func removeTails() throws(RecordingError) {
        for tail in tails { try tail.file.remove() }
    }

    /// Whether others removed the file.
    var isRemoved: Bool { file.leftByOthers() == 0 }

    /// What outlived a power cut, and others took away.
    var takenAway: GapTally {
        guard let left = file.leftByOthers() else { return GapTally() }
        var lost = GapTally()
        for chunk in synced where chunk.end > left { lost.add(chunk.content) }
        return lost
    }

    /// Throws if others removed or cut one of the files.
    func checkWhole() throws(RecordingError) {
        try file.checkWhole()
        for tail in tails { try tail.file.checkWhole() }
    }
}
