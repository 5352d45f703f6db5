import Platform

/// An error of the terminal. The description completes "failed to …".
enum WatchError: Error, Hashable, CustomStringConvertible {
    case notATerminal(path: String)
    case opening(path: String, reason: String)
    case gone(path: String)
    case thread(SystemError)

    var description: String {
        switch self {
        case .notATerminal(let path):
            "draw on \(path): it is not a terminal"
        case .opening(let path, let reason):
            "open the terminal \(path): \(reason)"
        case .gone(let path):
            "show anything on \(path): the terminal is gone; connect it again, or set watch.terminal to another"
        case .thread(let error): "\(error)"
        }
    }
}
