/// An error of drawing. The description completes "failed to …".
public enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Cairo or libpng failed.
    case drawing(what: String, reason: String)
    /// A side is outside the allowed range of pixels.
    case tooLarge(what: String, width: Int, height: Int, maxSide: Int)

    /// The failed action and the reason.
    public var description: String {
        switch self {
        case .drawing(let what, let reason): "draw \(what): \(reason)"
        case .tooLarge(let what, let width, let height, let maxSide):
            "draw \(what) of \(width) × \(height) pixels: each side must be 1 to \(maxSide)"
        }
    }
}
