public import NavigationControl
public import Pictures

/// An error of a display. The description completes "failed to …".
public enum DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture could not be drawn.
    case drawing(PictureError)
    /// The folder cannot be created or written.
    case folder(path: String, reason: String)
    /// A file of the folder cannot be written.
    case writing(path: String, reason: String)
    /// The panel cannot be written.
    case panel(path: String, reason: String)

    /// The failed action, its path, the reason and a remedy.
    public var description: String {
        switch self {
        case .drawing(let error): "\(error)"
        case .folder(let path, let reason):
            "open the folder \(path): \(reason); set \"folder\" to a writable folder"
        case .writing(let path, let reason):
            "write \(path): \(reason); free disk space, or set \"folder\" to another folder; "
                + "each event repeats the attempt"
        case .panel(let path, let reason): "write to the panel \(path): \(reason); each event repeats the attempt"
        }
    }

    /// The error for a folder that cannot be used.
    public init(_ failure: OutputFolder.Failure) {
        switch failure {
        case .folder(let path, let reason): self = .folder(path: path, reason: reason)
        case .writing(let path, let reason): self = .writing(path: path, reason: reason)
        }
    }
}
