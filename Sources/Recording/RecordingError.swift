/// What goes wrong with a recording. The description completes "failed to …".
public enum RecordingError: Error, Sendable, Hashable {
    /// The system refused.
    case system(path: String, doing: String, reason: String)
}

extension RecordingError: CustomStringConvertible {
    /// What failed, where and why.
    public var description: String {
        switch self {
        case .system(let path, let doing, let reason): "\(doing) \(path): \(reason)"
        }
    }
}
