/// Why a sign could not be drawn or shown.
enum SignsError: Error, Hashable, CustomStringConvertible {
    case drawing(what: String, reason: String)
    case folder(path: String, reason: String)
    case writing(path: String, reason: String)

    var description: String {
        switch self {
        case .drawing(let what, let reason): "failed to draw \(what): \(reason)"
        case .folder(let path, let reason):
            "failed to open the signs' folder \(path): \(reason); set signs.folder to a folder that can be written"
        case .writing(let path, let reason):
            "failed to write the sign \(path): \(reason); make room or set signs.folder to another folder"
        }
    }
}
