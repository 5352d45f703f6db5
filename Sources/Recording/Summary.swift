/// The summary at the end of a finished MCAP file.
struct Summary {
    /// An entry of the chunk index.
    struct ChunkIndexEntry {
        var offset: Int
        var length: Int
        var times: ClosedRange<UInt64>
    }

    private(set) var schemas: [Schema] = []
    private(set) var channels: [Channel] = []
    private(set) var chunks: [ChunkIndexEntry] = []
    private(set) var statistics: Statistics?

    /// The statistics of the file.
    struct Statistics {
        var messages: UInt64
        var times: ClosedRange<UInt64>?
        /// Number of messages of each channel; `nil` if unknown.
        var channels: [UInt16: UInt64]?
    }

    /// Reads the summary; `nil` if the file has none or an invalid one.
    init?(of file: ReadFile, maxBytes: Int) throws(RecordingError) {
        let endBytes = MCAP.headerBytes + MCAP.footerBytes + MCAP.magic.count
        guard file.size >= MCAP.magic.count + endBytes else { return nil }
        let footerStart = file.size - endBytes
        let end = try file.bytes(footerStart..<file.size)
        guard end.suffix(MCAP.magic.count) == MCAP.magic[...], end[0] == MCAP.Opcode.footer.rawValue else { return nil }
        do {
            var footer = RecordCursor(end, 1..<end.count)
            guard try footer.number(UInt64.self) == UInt64(MCAP.footerBytes) else { return nil }
            let start = try footer.number(UInt64.self)
            let offsets = try footer.number(UInt64.self)
            let checksum = try footer.number(UInt32.self)
            guard start != 0 else { return }
            guard start >= UInt64(MCAP.magic.count), start <= UInt64(footerStart) else { return nil }
            guard offsets == 0 || (start...UInt64(footerStart)).contains(offsets) else { return nil }
            guard footerStart - Int(start) <= maxBytes else {
                let bytes = UInt64(footerStart - Int(start))
                throw RecordingError.tooLarge(
                    path: file.path, offset: Int(start), what: "a summary", bytes: bytes, maxBytes: maxBytes)
            }
            let bytes = try file.bytes(Int(start)..<footerStart)
            guard checksum == 0 || Checksum.of(bytes + end.prefix(MCAP.headerBytes + 16)) == checksum else {
                return nil
            }
            try read(bytes, limit: start)
        } catch is RecordCursor.EndOfBytes {
            return nil
        } catch let error as RecordingError {
            throw error
        } catch {
            return nil
        }
    }

    private mutating func read(_ bytes: [UInt8], limit: UInt64) throws(RecordCursor.EndOfBytes) {
        var records = RecordCursor(bytes)
        while !records.isAtEnd {
            let (opcode, range) = try records.record()
            var content = RecordCursor(bytes, range)
            switch MCAP.Opcode(rawValue: opcode) {
            case .schema: schemas.append(try Schema.read(&content))
            case .channel: channels.append(try Channel.read(&content))
            case .chunkIndex: chunks.append(try Self.chunkIndexEntry(&content, limit: limit))
            case .statistics: statistics = try Self.statistics(&content)
            default: continue
            }
        }
        chunks.sort { $0.offset < $1.offset }
        // Overlapping entries could make a reader read one chunk any number of times.
        for (one, next) in zip(chunks, chunks.dropFirst()) where next.offset - one.offset < one.length {
            throw RecordCursor.EndOfBytes()
        }
    }

    private static func statistics(_ content: inout RecordCursor) throws(RecordCursor.EndOfBytes) -> Statistics {
        var statistics = Statistics(messages: try content.number(UInt64.self))
        do {
            // The numbers of schemas, channels, attachments, metadata records and chunks.
            _ = try content.range(2 + 4 * 4)
            let first = try content.number(UInt64.self)
            let last = try content.number(UInt64.self)
            var counts = try RecordCursor(content.bytes, content.counted())
            var channels: [UInt16: UInt64] = [:]
            while !counts.isAtEnd {
                let channel = try counts.number(UInt16.self)
                channels[channel] = try counts.number(UInt64.self)
            }
            if first <= last { statistics.times = first...last }
            let sum = channels.values.reduce((sum: UInt64(0), isOver: false)) { sum, count in
                let next = sum.sum.addingReportingOverflow(count)
                return (next.partialValue, sum.isOver || next.overflow)
            }
            if sum.sum == statistics.messages, !sum.isOver { statistics.channels = channels }
        } catch {
            // The number of messages alone is useful as well.
            return statistics
        }
        return statistics
    }

    private static func chunkIndexEntry(
        _ content: inout RecordCursor, limit: UInt64
    ) throws(RecordCursor.EndOfBytes) -> ChunkIndexEntry {
        let first = try content.number(UInt64.self)
        let last = try content.number(UInt64.self)
        let offset = try content.number(UInt64.self)
        let length = try content.number(UInt64.self)
        // Offsets beyond the file make the summary invalid.
        guard first <= last, offset <= limit, length <= limit - offset else { throw RecordCursor.EndOfBytes() }
        return ChunkIndexEntry(offset: Int(offset), length: Int(length), times: first...last)
    }
}
