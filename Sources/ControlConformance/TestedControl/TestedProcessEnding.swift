/// How the process of a control ended.
enum TestedProcessEnding: Hashable, CustomStringConvertible {
    case exited(Int32)
    case signaled(Int32)

    var description: String {
        switch self {
        case .exited(let code): "ended with exit code \(code)"
        case .signaled(let signal): "was ended by signal \(signal)"
        }
    }
}
