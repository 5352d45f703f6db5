import Subprocess

extension ProcessEnding {
    /// How a process ended that ran.
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signaled(signal)
        }
    }
}

extension TerminationStatus {
    /// How the process ended, in words.
    var forPeople: String {
        switch self {
        case .exited(let code): "with exit code \(code)"
        case .signaled(let signal): "by signal \(signal)"
        }
    }
}
