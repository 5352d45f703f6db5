/// Why lanes could not be shown. The description completes "failed to …".
enum LanesError: Error, Hashable, CustomStringConvertible {
    case folder(path: String, reason: String)
    case writing(path: String, reason: String)

    var description: String {
        switch self {
        case .folder(let path, let reason):
            "open the lanes' folder \(path): \(reason); set lanes.folder to a folder that can be written"
        case .writing(let path, let reason):
            "write the lanes \(path): \(reason); make room or set lanes.folder to another folder"
        }
    }
}
