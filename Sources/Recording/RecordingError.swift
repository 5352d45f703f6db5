/// A recording cannot be read or written. The description completes "failed to …".
public enum RecordingError: Error, Sendable, Hashable {
    /// The system refused an operation.
    case system(path: String, doing: String, reason: String)
    /// A file with this path already exists.
    case exists(path: String)
    /// The path is not a valid name of a recording.
    case badName(path: String)
    /// The file is not a recording.
    case notMCAP(path: String, found: String)
    /// The chunks have an unsupported compression.
    case unreadableCompression(path: String, name: String)
    /// Part of the file is damaged; reading can continue after it.
    case damaged(path: String, offset: Int, what: String)
    /// An object is larger than the maximum of the reader.
    case tooLarge(path: String, offset: Int, what: String, bytes: UInt64, maxBytes: Int)
    /// Too many bytes wait in memory for a failing disk.
    case tooMuchWaiting(path: String, bytes: Int)
    /// An event is larger than the maximum of a recording.
    case eventTooLarge(bytes: Int, maxBytes: Int)
    /// The recording is already closed.
    case closed(path: String)
}

extension RecordingError: CustomStringConvertible {
    /// The failed operation, the file, the reason and the remedy.
    public var description: String {
        switch self {
        case .system(let path, let doing, let reason): "\(doing) \(path): \(reason)"
        case .exists(let path): "begin \(path): it already exists; choose another name, or move it away"
        case .badName(let path): "begin \(path): the name of a recording ends in .mcap"
        case .notMCAP(let path, let found): "read \(path): it is not an MCAP file; it begins with \(found)"
        case .unreadableCompression(let path, let name):
            "read \(path): its chunks are compressed with \(name); convert it to zstd: "
                + "mcap convert \(path) OTHER.mcap --compression zstd"
        case .damaged(let path, let offset, let what):
            "read \(path) at byte \(offset): \(what); navbus recover saves the rest"
        case .tooLarge(let path, let offset, let what, let bytes, let maxBytes):
            "read \(path) at byte \(offset): \(what) of \(bytes) bytes; the maximum is \(maxBytes)"
        case .tooMuchWaiting(let path, let bytes):
            "record to \(path): \(bytes) bytes wait because the disk refuses them; free space on it"
        case .eventTooLarge(let bytes, let maxBytes): "record an event of \(bytes) bytes: the maximum is \(maxBytes)"
        case .closed(let path): "record to \(path): it is closed"
        }
    }
}
