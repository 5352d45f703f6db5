/// Why a walk cannot be simulated. The description completes "failed to …".
enum WalkError: Error, Hashable, CustomStringConvertible {
    case route(path: String, reason: String)
    case notWalked(path: String)
    case file(path: String, reason: String)

    var description: String {
        switch self {
        case .route(let path, let reason): "use the route \(path): \(reason)"
        case .notWalked(let path):
            "walk along \(path): it is for a car or a bicycle; ask the router for a walking route, or use --as-foot"
        case .file(let path, let reason): "write \(path): \(reason); name a file that can be written"
        }
    }
}
