import NavigationEvents

/// Reads the messages of a file and its tails, in the order of the file.
final class PartReader {
    /// A message of any channel.
    struct Message {
        var channel: Channel
        var sequence: UInt32
        var logTime: UInt64
        var publishTime: UInt64
        var data: [UInt8]
        var isFromTail: Bool
    }

    let file: ReadFile
    let maxBytes: Int
    let from: UInt64
    let tail: TailContent
    /// Whether navbus wrote the file, so that stricter checks apply.
    private(set) var isOwn = false
    /// Whether the recorder finished the file.
    private(set) var isWhole = false
    private(set) var metadata: [String: String] = [:]
    /// The attachments before the first chunk, by name.
    private(set) var attachments: [(name: String, data: [UInt8])] = []
    private(set) var schemas: [UInt16: Schema] = [:]
    private(set) var channels: [UInt16: Channel] = [:]
    /// The message counts of the summary, and those of the messages read so far.
    private(set) var statistics: Summary.Statistics?
    var readCounts: [UInt16: UInt64] = [:]
    /// Whether damage was found so far, and the times of the chunks that could not be read.
    private(set) var hasDamage = false
    private(set) var damagedTimes: ClosedRange<UInt64>?
    private(set) var tornBytes = 0

    /// The index of the chunks; `nil` if the file has none.
    private var plan: ArraySlice<Summary.ChunkIndexEntry>?
    /// Offset of the next record.
    private var position = 0
    /// Number of the next chunk.
    var generation: UInt32 = 0
    private var isAtEnd = false
    private var tailLeft: ArraySlice<UInt32> = []
    var open: RecordCursor?
    var isOpenFromTail = false
    var openOffset = 0
    private var pending: [RecordingError] = []

    init(_ path: String, from: UInt64 = 0, maxBytes: Int) throws(RecordingError) {
        self.from = from
        self.maxBytes = maxBytes
        let tails = try TailFiles(of: path, maxBytes: 4 * maxBytes)
        file = try ReadFile(path)
        try Self.checkMagic(file, hasTail: tails.isPresent)
        let start = Self.beginning(of: file, maxBytes: maxBytes)
        isOwn = start.isOwn
        metadata = start.metadata
        attachments = start.attachments
        schemas = start.schemas
        tail = TailContent(tails, identity: metadata["id"].flatMap { UInt64($0, radix: 16) })
        pending = tail.damage
        position = start.end
        if let summary = try Summary(of: file, maxBytes: maxBytes) { take(summary) }
    }

    private func take(_ summary: Summary) {
        isWhole = true
        statistics = summary.statistics
        for schema in summary.schemas { schemas[schema.id] = schema }
        for channel in summary.channels { channels[channel.id] = channel }
        // Without a chunk index the file is read from record to record.
        if !summary.chunks.isEmpty || summary.statistics?.messages == 0 { plan = summary.chunks[...] }
    }

    private static func checkMagic(_ file: ReadFile, hasTail: Bool) throws(RecordingError) {
        let first = try file.bytes(0..<min(file.size, MCAP.magic.count))
        let isCutMagic = first.count < MCAP.magic.count && MCAP.magic.starts(with: first)
        guard first == MCAP.magic || isCutMagic && (hasTail || !first.isEmpty) else {
            let shown = first.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.count < 2 ? "0" + digits : digits
            }
            throw .notMCAP(path: file.path, found: first.isEmpty ? "nothing" : shown.joined(separator: " "))
        }
    }

    /// The next message; `nil` at the end.
    ///
    /// - Throws: ``RecordingError`` for damage; the next call continues after it.
    func next() throws(RecordingError) -> Message? {
        do {
            return try nextReadable()
        } catch {
            hasDamage = true
            throw error
        }
    }

    /// Number of unread events of each session, by the counts of the summary; `nil` if there are none.
    var unread: [Session: UInt64]? {
        guard from == 0, let counts = statistics?.channels else { return nil }
        var unread: [Session: UInt64] = [:]
        for (id, count) in counts {
            guard let session = channels[id]?.eventName?.session else { continue }
            let read = readCounts[id] ?? 0
            unread[session, default: 0] += count - min(count, read)
        }
        return unread
    }

    private func nextReadable() throws(RecordingError) -> Message? {
        while true {
            if let error = pending.popFirst() { throw error }
            if let message = try nextOfOpen() { return message }
            if let message = try advance() { return message }
            if isAtEnd, tailLeft.isEmpty, open == nil, pending.isEmpty { return nil }
        }
    }

    /// Opens the next chunk, or returns a message outside of chunks.
    private func advance() throws(RecordingError) -> Message? {
        if isAtEnd {
            if let generation = tailLeft.popFirst() { openTail(generation) }
            return nil
        }
        if plan != nil {
            guard let entry = plan?.popFirst() else {
                end(at: file.size)
                return nil
            }
            try openPlanned(entry)
            return nil
        }
        return try nextRecord()
    }

    private func openPlanned(_ entry: Summary.ChunkIndexEntry) throws(RecordingError) {
        defer { generation += 1 }
        guard entry.times.upperBound >= from else { return }
        do {
            try open(entry)
        } catch {
            let (times, known) = (entry.times, damagedTimes ?? entry.times)
            damagedTimes = min(known.lowerBound, times.lowerBound)...max(known.upperBound, times.upperBound)
            throw error
        }
    }

    private func open(_ entry: Summary.ChunkIndexEntry) throws(RecordingError) {
        let header = try file.recordHeader(at: entry.offset)
        guard header.opcode == MCAP.Opcode.chunk.rawValue, header.content.upperBound == entry.offset + entry.length
        else {
            throw .damaged(path: file.path, offset: entry.offset, what: "the index refers to a missing chunk")
        }
        try openChunk(header.content)
    }

    /// Notes the end of the file; chunks that only the tails contain follow.
    private func end(at offset: Int) {
        isAtEnd = true
        tornBytes += file.size - offset
        tailLeft = tail.chunks.keys.filter { $0 >= generation }.sorted()[...]
        if !isWhole || !tailLeft.isEmpty { tornBytes += tail.tornBytes }
    }
}

// MARK: - Records outside of Chunks

extension PartReader {
    private func nextRecord() throws(RecordingError) -> Message? {
        guard position < file.size else {
            end(at: position)
            return nil
        }
        let (opcode, content): (UInt8, Range<Int>)
        do {
            (opcode, content) = try file.recordHeader(at: position)
        } catch {
            end(at: position)
            // A killed recorder leaves a truncated record; a read error is reported.
            guard case .damaged = error else { throw error }
            return nil
        }
        let offset = position
        position = content.upperBound
        switch MCAP.Opcode(rawValue: opcode) {
        case .chunk:
            defer { generation += 1 }
            try openChunk(content)
        case .schema, .channel:
            try note(opcode, try small(content, "a record"), at: offset)
        case .message where !isOwn:
            let bytes = try small(content, "a message")
            return try message(RecordCursor(bytes), at: offset)
        case .dataEnd:
            // The following records repeat earlier ones.
            end(at: file.size)
        case .message: throw .damaged(path: file.path, offset: offset, what: "a message is outside of chunks")
        default: break
        }
        return nil
    }

    private func small(_ content: Range<Int>, _ what: String) throws(RecordingError) -> [UInt8] {
        guard content.count <= maxBytes else {
            throw .tooLarge(
                path: file.path, offset: content.lowerBound, what: what, bytes: UInt64(content.count),
                maxBytes: maxBytes)
        }
        return try file.bytes(content)
    }

    func note(_ opcode: UInt8, _ bytes: [UInt8], at offset: Int) throws(RecordingError) {
        var content = RecordCursor(bytes)
        do {
            if opcode == MCAP.Opcode.schema.rawValue {
                let schema = try Schema.read(&content)
                schemas[schema.id] = schema
            } else {
                let channel = try Channel.read(&content)
                channels[channel.id] = channel
            }
        } catch {
            throw .damaged(path: file.path, offset: offset, what: "a record ends within a value")
        }
    }

    static func success<Value>(_ body: () throws(RecordingError) -> Value) -> Value? {
        switch Result(catching: body) {
        case .success(let value): value
        case .failure: nil
        }
    }
}

extension Array {
    fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
