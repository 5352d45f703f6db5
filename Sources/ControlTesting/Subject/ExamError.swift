/// Why a control cannot be examined at all. The description completes "failed to …".
public enum ExamError: Error, Sendable, Hashable {
    /// There is no control at this path.
    case noControl(path: String, reason: String)
    /// There is a control, and nothing that could be started: what is missing, and the way out.
    case noExecutable(String)
    /// Its manifest cannot be read, for this reason with its place.
    case manifest(String)
    /// A setting was given that it does not take.
    case setting(String)
    /// There is no case of this name.
    case noCase(String, near: String?)
    /// It was told to end before its end.
    case interrupted
    /// The system refuses what the exam itself needs.
    case system(what: String, reason: String)
}

extension ExamError: CustomStringConvertible {
    /// What failed, why, and the way out.
    public var description: String {
        switch self {
        case .noControl(let path, let reason):
            "examine \(path): \(reason); name the folder of a control, with its plugin.toml, or an executable"
        case .noExecutable(let text): "start the control: \(text)"
        case .manifest(let text): "read the manifest: \(text)"
        case .setting(let text): "use --set \(text)"
        case .noCase(let name, let near):
            "find the case \"\(name)\": \(near.map { "did you mean \"\($0)\"?" } ?? "--list names them all")"
        case .interrupted: "hold the exam to its end: it was interrupted"
        case .system(let what, let reason): "\(what): \(reason)"
        }
    }
}
