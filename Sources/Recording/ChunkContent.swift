/// The records of a chunk, checked and decompressed.
struct ChunkContent {
    let times: ClosedRange<UInt64>
    let records: [UInt8]

    /// The header of a chunk, which can be read without decompression.
    struct Head {
        var times: ClosedRange<UInt64>
        var size: UInt64
        var checksum: UInt32
        var compression: String
        var packed: Range<Int>
    }

    /// Reads the content of a chunk record.
    ///
    /// - Parameters:
    ///   - content: The bytes of the record.
    ///   - offset: Offset of the record in the file, for errors.
    ///   - path: Path of the file, for errors.
    ///   - isOwn: Whether navbus wrote the file: its chunks always have a checksum.
    ///   - maxBytes: Maximum size, in bytes.
    init(
        _ content: [UInt8], at offset: Int, of path: String, isOwn: Bool, maxBytes: Int
    ) throws(RecordingError) {
        let head: Head
        do {
            head = try Self.head(content)
        } catch {
            throw .damaged(path: path, offset: offset, what: "a chunk ends within its header")
        }
        // Blocks that a power cut left empty would make an empty chunk with the correct checksum, zero.
        guard !isOwn || head.size > 0 && head.packed.upperBound == content.count else {
            throw .damaged(path: path, offset: offset, what: "a chunk has another size than its header says")
        }
        guard head.size <= UInt64(maxBytes) else {
            throw .tooLarge(path: path, offset: offset, what: "a chunk", bytes: head.size, maxBytes: maxBytes)
        }
        switch head.compression {
        case "":
            guard head.packed.count == Int(head.size) else {
                throw .damaged(path: path, offset: offset, what: "a chunk has another size than its header says")
            }
            records = Array(content[head.packed])
        case Zstd.name:
            guard let unpacked = Zstd.decompress(content[head.packed], size: Int(head.size)) else {
                throw .damaged(path: path, offset: offset, what: "a chunk cannot be decompressed")
            }
            records = unpacked
        default: throw .unreadableCompression(path: path, name: head.compression)
        }
        guard head.checksum == 0 && !isOwn || Checksum.of(records) == head.checksum else {
            throw .damaged(path: path, offset: offset, what: "the checksum of a chunk is wrong")
        }
        times = head.times
    }

    static func head(_ content: [UInt8]) throws(RecordCursor.EndOfBytes) -> Head {
        var cursor = RecordCursor(content)
        let first = try cursor.number(UInt64.self)
        let last = try cursor.number(UInt64.self)
        let size = try cursor.number(UInt64.self)
        let checksum = try cursor.number(UInt32.self)
        let compression = try cursor.text()
        let packed = try cursor.range(cursor.number(UInt64.self))
        return Head(
            times: first...max(first, last), size: size, checksum: checksum, compression: compression, packed: packed)
    }
}
