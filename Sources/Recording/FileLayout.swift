/// The layout of an MCAP file so far, with all that is needed to add a chunk and to finish the file. A value: a method
/// that returns bytes changes the layout to that after these bytes, so a copy becomes the current one only after the
/// write.
struct FileLayout {
    /// The writer in the header.
    static let library = "navbus"
    /// Name of the metadata record.
    static let metadataName = "navbus"

    /// Size of the file, in bytes.
    private(set) var size = 0
    private var checksum = Checksum()
    private var schemas: [Schema]
    private var channels: [UInt16: Channel] = [:]
    private var chunkIndexes = RecordBytes()
    private var chunkCount: UInt32 = 0
    private var metadataIndexes = RecordBytes()
    private var metadataCount: UInt32 = 0
    private var attachmentIndexes = RecordBytes()
    private var attachmentCount: UInt32 = 0
    private var messageCounts: [UInt16: UInt64] = [:]
    private var times: ClosedRange<UInt64>?

    var hasMessages: Bool { times != nil }

    init(schemas: [Schema]) { self.schemas = schemas }

    /// The bytes of the beginning of the file.
    mutating func beginning() -> [UInt8] {
        var target = RecordBytes()
        target.raw(MCAP.magic)
        target.record(.header) {
            $0.text("")
            $0.text(Self.library)
        }
        for schema in schemas { schema.write(to: &target) }
        return committed(target)
    }

    /// The bytes of schemas that are not at the beginning.
    mutating func add(_ more: [Schema]) -> [UInt8] {
        var target = RecordBytes()
        for schema in more { schema.write(to: &target) }
        schemas += more
        return committed(target)
    }

    /// Ids of the schemas.
    var schemaIDs: Set<UInt16> { Set(schemas.map(\.id)) }

    /// The bytes of a metadata record.
    mutating func metadata(_ map: [String: String]) -> [UInt8] {
        let name = Self.metadataName
        var target = RecordBytes()
        target.record(.metadata) {
            $0.text(name)
            $0.map(map)
        }
        metadataCount += 1
        metadataIndexes.record(.metadataIndex) {
            $0.number(UInt64(size))
            $0.number(UInt64(target.count))
            $0.text(name)
        }
        return committed(target)
    }

    /// The bytes of an attachment.
    mutating func attachment(_ name: String, mediaType: String, time: UInt64, _ data: [UInt8]) -> [UInt8] {
        var target = RecordBytes()
        target.record(.attachment) {
            let start = $0.count
            $0.number(time)
            $0.number(time)
            $0.text(name)
            $0.text(mediaType)
            $0.number(UInt64(data.count))
            $0.raw(data)
            $0.number(Checksum.of(Array($0.bytes[start...])))
        }
        attachmentCount += 1
        attachmentIndexes.record(.attachmentIndex) {
            $0.number(UInt64(size))
            $0.number(UInt64(target.count))
            $0.number(time)
            $0.number(time)
            $0.number(UInt64(data.count))
            $0.text(name)
            $0.text(mediaType)
        }
        return committed(target)
    }

    /// The bytes of a chunk with its indexes.
    mutating func chunk(_ chunk: OpenChunk, _ compression: RecordingSettings.Compression) -> [UInt8] {
        let (name, packed) = Self.packed(chunk.records.bytes, compression)
        let span = chunk.times ?? 0...0
        var target = RecordBytes()
        target.record(.chunk) {
            $0.number(span.lowerBound)
            $0.number(span.upperBound)
            $0.number(UInt64(chunk.records.count))
            $0.number(Checksum.of(chunk.records.bytes))
            $0.text(name)
            $0.number(UInt64(packed.count))
            $0.raw(packed)
        }
        let chunkBytes = target.count
        var indexOffsets: [(UInt16, UInt64)] = []
        chunk.writeIndexes(to: &target) { indexOffsets.append(($0, UInt64(size + $1))) }
        chunkIndexes.record(.chunkIndex) {
            $0.number(span.lowerBound)
            $0.number(span.upperBound)
            $0.number(UInt64(size))
            $0.number(UInt64(chunkBytes))
            $0.counted {
                for (channel, offset) in indexOffsets {
                    $0.number(channel)
                    $0.number(offset)
                }
            }
            $0.number(UInt64(target.count - chunkBytes))
            $0.text(name)
            $0.number(UInt64(packed.count))
            $0.number(UInt64(chunk.records.count))
        }
        chunkCount += 1
        channels.merge(chunk.channels) { $1 }
        messageCounts.merge(chunk.counts, uniquingKeysWith: +)
        times = times.map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) } ?? span
        return committed(target)
    }

    private static func packed(
        _ bytes: [UInt8], _ compression: RecordingSettings.Compression
    ) -> (name: String, bytes: [UInt8]) {
        // If the library cannot compress the bytes, they are stored uncompressed.
        guard case .zstd(let level) = compression, let packed = Zstd.compress(bytes, level: level) else {
            return ("", bytes)
        }
        return (Zstd.name, packed)
    }

    private mutating func committed(_ target: RecordBytes) -> [UInt8] {
        target.bytes.withUnsafeBytes { checksum.add($0) }
        size += target.count
        return target.bytes
    }
}

// MARK: - End of the File

extension FileLayout {
    /// The bytes of the end: the end of the data, the summary with its offsets, and the footer.
    mutating func ending() -> [UInt8] {
        var target = RecordBytes()
        target.record(.dataEnd) { $0.number(checksum.value) }
        let summaryStart = target.count
        var groups: [(MCAP.Opcode, Range<Int>)] = []
        for (opcode, write) in summary {
            let start = target.count
            write(&target)
            if target.count > start { groups.append((opcode, start..<target.count)) }
        }
        let offsetsStart = target.count
        for (opcode, range) in groups {
            target.record(.summaryOffset) {
                $0.number(opcode.rawValue)
                $0.number(UInt64(size + range.lowerBound))
                $0.number(UInt64(range.count))
            }
        }
        writeFooter(to: &target, summaryStart: summaryStart, offsetsStart: offsetsStart)
        target.raw(MCAP.magic)
        return committed(target)
    }

    private func writeFooter(to target: inout RecordBytes, summaryStart: Int, offsetsStart: Int) {
        // Written by hand, because the checksum also covers the length of the footer.
        target.number(MCAP.Opcode.footer.rawValue)
        target.number(UInt64(MCAP.footerBytes))
        target.number(UInt64(size + summaryStart))
        target.number(UInt64(size + offsetsStart))
        target.number(Checksum.of(Array(target.bytes[summaryStart...])))
    }

    private var summary: [(MCAP.Opcode, (inout RecordBytes) -> Void)] {
        let used = channels.values.sorted { $0.id < $1.id }
        return [
            (.schema, { target in for schema in schemas { schema.write(to: &target) } }),
            (.channel, { target in for channel in used { channel.write(to: &target) } }),
            (.statistics, { target in writeStatistics(to: &target) }),
            (.chunkIndex, { target in target.raw(chunkIndexes.bytes) }),
            (.attachmentIndex, { target in target.raw(attachmentIndexes.bytes) }),
            (.metadataIndex, { target in target.raw(metadataIndexes.bytes) }),
        ]
    }

    private func writeStatistics(to target: inout RecordBytes) {
        target.record(.statistics) {
            $0.number(messageCounts.values.reduce(0, +))
            $0.number(UInt16(schemas.count))
            $0.number(UInt32(channels.count))
            $0.number(attachmentCount)
            $0.number(metadataCount)
            $0.number(chunkCount)
            $0.number(times?.lowerBound ?? 0)
            $0.number(times?.upperBound ?? 0)
            $0.counted {
                for (channel, count) in messageCounts.sorted(by: { $0.key < $1.key }) {
                    $0.number(channel)
                    $0.number(count)
                }
            }
        }
    }
}
