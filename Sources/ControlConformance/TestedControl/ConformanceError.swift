/// The reason why the conformance test cannot run. The description completes "failed to …".
public enum ConformanceError: Error, Sendable, Hashable {
    /// There is no control at this path.
    case noControl(path: String, reason: String)
    /// The control has no executable: what is missing, and the remedy.
    case noExecutable(String)
    /// The manifest cannot be read: the reason, with file and line.
    case manifest(String)
    /// A given setting is invalid.
    case setting(String)
    /// There is no case with this name; `near` is a similar one.
    case noCase(String, near: String?)
    /// The test was interrupted.
    case interrupted
    /// The system refuses an operation that the test needs.
    case system(what: String, reason: String)
}

extension ConformanceError: CustomStringConvertible {
    /// The failure, its reason and the remedy.
    public var description: String {
        switch self {
        case .noControl(let path, let reason):
            "check \(path): \(reason); give the folder of a control, with its plugin.toml, or an executable"
        case .noExecutable(let text): "start the control: \(text)"
        case .manifest(let text): "read the manifest: \(text)"
        case .setting(let text): "use --set \(text)"
        case .noCase(let name, let near):
            "find the case \"\(name)\": \(near.map { "did you mean \"\($0)\"?" } ?? "--list shows all cases")"
        case .interrupted: "complete the conformance test: it was interrupted"
        case .system(let what, let reason): "\(what): \(reason)"
        }
    }
}
