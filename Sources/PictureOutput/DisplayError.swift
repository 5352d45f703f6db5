import NavigationControl
public import Pictures

/// Why something could not be shown. The description completes "failed to …".
public enum DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture could not be drawn.
    case drawing(PictureError)
    /// The folder cannot be made or written.
    case folder(path: String, reason: String)
    /// A file of the folder cannot be written.
    case writing(path: String, reason: String)
    /// The panel cannot be written.
    case panel(path: String, reason: String)

    /// What, where, the reason, and the way out.
    public var description: String {
        switch self {
        case .drawing(let error): "\(error)"
        case .folder(let path, let reason):
            "open the folder \(path): \(reason); set \"folder\" to a folder that can be written"
        case .writing(let path, let reason):
            "write \(path): \(reason); make room, or set \"folder\" to another folder; it is tried again with each event"
        case .panel(let path, let reason): "write to the panel \(path): \(reason); it is tried again with each event"
        }
    }

    init(_ failure: OutputFolder.Failure) {
        switch failure {
        case .folder(let path, let reason): self = .folder(path: path, reason: reason)
        case .writing(let path, let reason): self = .writing(path: path, reason: reason)
        }
    }
}
