/// The file beside a recording that holds what is not in a finished chunk yet: each event is written to it before it
/// counts as accepted. There are two, used in turn, so that one can be emptied while the other one is written to.
///
/// A frame: CRC-32 of the rest; number of bytes of the records; number of the chunk they will be in; number of the frame
/// within that chunk; the records, as they will be in the chunk. All numbers have 32 bits, the lowest byte first.
struct Tail {
    static let magic = Array("NAVTAIL1".utf8)
    /// Bytes before the first frame: the magic and the identity of the recording.
    static let headerBytes = 16
    /// Bytes of a frame before its records.
    static let frameBytes = 16

    let file: any DiskFile
    /// Bytes that are whole.
    private(set) var size = headerBytes
    /// The last chunk that it holds messages of.
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

    /// Writes a frame; if it throws, the frame is not there.
    mutating func write(_ records: ArraySlice<UInt8>, chunk: UInt32, ordinal: UInt32) throws(RecordingError) {
        frame.reset()
        Self.build(&frame, records, chunk: chunk, ordinal: ordinal)
        do {
            try file.write(frame.bytes, at: size)
        } catch {
            // A torn frame is what its checksum is for; cutting it off only gives its room back.
            _ = Result { () throws(RecordingError) in try file.cut(to: size) }
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

    /// Empties it when the recording holds all of its chunks.
    mutating func empty(through chunk: UInt32) throws(RecordingError) {
        guard let newest = newestChunk, newest <= chunk else { return }
        try file.cut(to: Self.headerBytes)
        size = Self.headerBytes
        newestChunk = nil
    }
}
