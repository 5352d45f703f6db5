/// An error of a map. The description completes "failed to …".
public enum MapError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is missing, damaged or not a map.
    case file(path: String, reason: String)
    /// A tile of the file is damaged or exceeds a limit.
    case tile(reason: String)

    /// The failed action and the reason.
    public var description: String {
        switch self {
        case .file(let path, let reason): "read the map \(path): \(reason)"
        case .tile(let reason): "read a tile of the map: \(reason)"
        }
    }
}
