/// Why a picture could not be drawn. The description completes "failed to …".
public enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Cairo refused.
    case drawing(what: String, reason: String)

    /// What, and the reason.
    public var description: String {
        switch self {
        case .drawing(let what, let reason): "draw \(what): \(reason)"
        }
    }
}
