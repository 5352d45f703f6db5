import Subprocess

extension ProcessEnding {
    /// The ending of a process that ran.
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signaled(signal)
        }
    }
}

extension TerminationStatus {
    /// Description of the end of a process.
    var forPeople: String {
        switch self {
        case .exited(let code): "with exit code \(code)"
        case .signaled(let signal): "by signal \(signal)"
        }
    }
}
