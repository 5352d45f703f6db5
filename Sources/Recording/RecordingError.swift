/// What goes wrong with a recording. The description completes "failed to …".
public enum RecordingError: Error, Sendable, Hashable {
    /// The system refused.
    case system(path: String, doing: String, reason: String)
    /// A file is in the way.
    case exists(path: String)
    /// A path that cannot name a recording.
    case badName(path: String)
    /// A file that is no recording.
    case notMCAP(path: String, found: String)
    /// Chunks in a compression that is not read here.
    case unreadableCompression(path: String, name: String)
    /// A place that is not what it has to be; reading may go on behind it.
    case damaged(path: String, offset: Int, what: String)
    /// Something larger than a reader takes.
    case tooLarge(path: String, offset: Int, what: String, bytes: UInt64, most: Int)
    /// Too much waits in memory for a disk that refuses.
    case tooMuchWaiting(path: String, bytes: Int)
    /// An event larger than a recording takes.
    case eventTooLarge(bytes: Int, most: Int)
    /// The recording is closed already.
    case closed(path: String)
}

extension RecordingError: CustomStringConvertible {
    /// What failed, where, why, and the way out.
    public var description: String {
        switch self {
        case .system(let path, let doing, let reason): "\(doing) \(path): \(reason)"
        case .exists(let path): "begin \(path): it exists; choose another name, or move it away"
        case .badName(let path): "begin \(path): the name of a recording ends in .mcap"
        case .notMCAP(let path, let found): "read \(path): it is no MCAP file, it begins with \(found)"
        case .unreadableCompression(let path, let name):
            "read \(path): its chunks are compressed by \(name); make them zstd: "
                + "mcap convert \(path) OTHER.mcap --compression zstd"
        case .damaged(let path, let offset, let what):
            "read \(path) at byte \(offset): \(what); navbus recover saves what is whole"
        case .tooLarge(let path, let offset, let what, let bytes, let most):
            "read \(path) at byte \(offset): \(what) of \(bytes) bytes, at most \(most) are taken"
        case .tooMuchWaiting(let path, let bytes):
            "record to \(path): \(bytes) bytes wait for a disk that refuses them; make room on it"
        case .eventTooLarge(let bytes, let most): "record an event of \(bytes) bytes: at most \(most) are taken"
        case .closed(let path): "record to \(path): it is closed"
        }
    }
}
