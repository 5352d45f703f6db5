import Pictures

/// Why a sign could not be drawn or shown. The description completes "failed to …".
enum SignsError: Error, Hashable, CustomStringConvertible {
    case drawing(PictureError)
    case folder(path: String, reason: String)
    case writing(path: String, reason: String)

    var description: String {
        switch self {
        case .drawing(let error): "\(error)"
        case .folder(let path, let reason):
            "open the signs' folder \(path): \(reason); set signs.folder to a folder that can be written"
        case .writing(let path, let reason):
            "write the sign \(path): \(reason); make room or set signs.folder to another folder"
        }
    }
}
