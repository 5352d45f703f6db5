/// Why nothing can be shown. The description completes "failed to …".
enum WatchError: Error, Hashable, CustomStringConvertible {
    case notATerminal(path: String)
    case opening(path: String, reason: String)
    case thread(reason: String)

    var description: String {
        switch self {
        case .notATerminal(let path):
            "draw on \(path): it is no terminal; set watch.terminal to one, such as /dev/tty1, or to \"\" for lines of text"
        case .opening(let path, let reason):
            "open the terminal \(path): \(reason); set watch.terminal to one that this user may write to, or to \"\" for lines"
        case .thread(let reason):
            "start a thread: \(reason); allow the user more processes (ulimit -u, limits.processes of the manifest)"
        }
    }
}
