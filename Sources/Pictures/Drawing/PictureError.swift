/// Why a picture could not be drawn. The description completes "failed to …".
public enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Cairo or libpng refused.
    case drawing(what: String, reason: String)
    /// A side is not one that pixels can have.
    case tooLarge(what: String, width: Int, height: Int, mostSide: Int)

    /// What, and the reason.
    public var description: String {
        switch self {
        case .drawing(let what, let reason): "draw \(what): \(reason)"
        case .tooLarge(let what, let width, let height, let mostSide):
            "draw \(what) of \(width) × \(height) pixels: each side must be 1 to \(mostSide)"
        }
    }
}
