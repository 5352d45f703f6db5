/// A file beside a recording with the messages of unfinished chunks: each event is written to it before it counts as
/// accepted. There are two, used alternately, so that one can be emptied while the other is written.
///
/// A frame consists of the CRC-32 of its rest, the size of the records, the number of their chunk, the number of the
/// frame within that chunk, and the records as they will be in the chunk. All numbers have 32 bits, in little-endian
/// order.
struct Tail {
    static let magic = Array("NAVTAIL1".utf8)
    /// Size of the header: the magic and the identity of the recording.
    static let headerBytes = 16
    /// Size of a frame before its records.
    static let frameBytes = 16

    let file: any DiskFile
    /// Size of the complete frames, including the header.
    private(set) var size = headerBytes
    /// Number of the newest chunk with messages in the tail.
    private(set) var newestChunk: UInt32?
    var isDirty = true
    private var frame = RecordBytes()

    /// The names of the tails of a recording.
    static func paths(of path: String) -> [String] { [path + ".tail", path + ".tail2"] }

    init(_ path: String, identity: UInt64, on disk: any Disk) throws(RecordingError) {
        file = try disk.create(path)
        var header = RecordBytes()
        header.raw(Self.magic)
        header.number(identity)
        try file.write(header.bytes, at: 0)
    }

    /// Writes a frame; if that fails, the tail is unchanged.
    mutating func write(_ records: ArraySlice<UInt8>, chunk: UInt32, ordinal: UInt32) throws(RecordingError) {
        frame.reset()
        Self.build(&frame, records, chunk: chunk, ordinal: ordinal)
        do {
            try file.write(frame.bytes, at: size)
        } catch {
            // A reader recognises a partial frame by its checksum; truncation only frees its space.
            _ = Result { () throws(RecordingError) in try file.truncate(to: size) }
            throw error
        }
        size += frame.count
        newestChunk = chunk
        isDirty = true
    }

    private static func build(_ frame: inout RecordBytes, _ records: ArraySlice<UInt8>, chunk: UInt32, ordinal: UInt32)
    {
        var body = RecordBytes()
        body.number(UInt32(records.count))
        body.number(chunk)
        body.number(ordinal)
        records.withUnsafeBytes { body.raw($0) }
        frame.number(Checksum.of(body.bytes))
        frame.raw(body.bytes)
    }

    /// Empties the tail if the file contains all of its chunks.
    mutating func empty(through chunk: UInt32) throws(RecordingError) {
        guard let newest = newestChunk, newest <= chunk else { return }
        try file.truncate(to: Self.headerBytes)
        size = Self.headerBytes
        newestChunk = nil
    }
}
