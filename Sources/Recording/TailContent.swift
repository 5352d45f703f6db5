/// The contents of the tails of a recording: records of chunks that may not be in the file.
struct TailContent {
    /// The records by the number of their chunk.
    private(set) var chunks: [UInt32: [UInt8]] = [:]
    /// Bytes after the last whole frame.
    private(set) var tornBytes = 0
    private(set) var damage: [RecordingError]

    /// Reads the complete frames of the tails.
    ///
    /// - Parameters:
    ///   - files: The tails.
    ///   - identity: The identity of the recording; `nil` if the file is too short for it.
    init(_ files: TailFiles, identity: UInt64?) {
        damage = files.damage
        for (path, bytes) in files.tails { take(bytes, of: path, identity) }
    }

    private mutating func take(_ bytes: [UInt8], of path: String, _ identity: UInt64?) {
        guard bytes.count >= Tail.headerBytes, bytes.starts(with: Tail.magic) else {
            tornBytes += bytes.count
            return
        }
        var cursor = RecordCursor(bytes, Tail.magic.count..<bytes.count)
        do {
            let own = try cursor.number(UInt64.self)
            if let identity, own != identity {
                damage.append(.damaged(path: path, offset: 0, what: "this tail belongs to another recording"))
                return
            }
            var expected: [UInt32: UInt32] = [:]
            while !cursor.isAtEnd, let frame = try Self.frame(&cursor) {
                // The frames of a chunk are numbered; a frame after a hole belongs to an older chunk.
                guard frame.ordinal == expected[frame.chunk, default: 0] else { break }
                expected[frame.chunk] = frame.ordinal + 1
                chunks[frame.chunk, default: []] += bytes[frame.records]
            }
            tornBytes += cursor.end - cursor.position
        } catch {
            tornBytes += cursor.end - cursor.position
        }
    }

    /// Reads a frame; `nil` if its checksum is wrong, and the cursor then stays before it.
    private static func frame(
        _ cursor: inout RecordCursor
    ) throws(RecordCursor.EndOfBytes) -> (chunk: UInt32, ordinal: UInt32, records: Range<Int>)? {
        var ahead = cursor
        let checksum = try ahead.number(UInt32.self)
        let start = ahead.position
        let count = try ahead.number(UInt32.self)
        let chunk = try ahead.number(UInt32.self)
        let ordinal = try ahead.number(UInt32.self)
        let records = try ahead.range(UInt64(count))
        let isRight = ahead.bytes.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[start..<records.upperBound])) == checksum
        }
        guard isRight else { return nil }
        cursor = ahead
        return (chunk, ordinal, records)
    }
}
