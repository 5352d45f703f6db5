@preconcurrency import Glibc
public import Platform

extension ExitStatus {
    /// Writes why a command failed to standard error, and returns the exit code for it. An invalid command line, which
    /// is a ``CommandArguments/Problem`` or an ``OperatorClientError/usage(_:)``, gets the command for its help as well.
    public static func reporting(_ error: any Error) -> ExitStatus {
        switch error {
        case let problem as CommandArguments.Problem:
            complain(usage: problem.text)
            return .usage
        case OperatorClientError.usage(let text):
            complain(usage: "failed to \(text)")
            return .usage
        default:
            complain("failed to \(error)")
        }
        switch error as? OperatorClientError {
        case .usage: return .usage
        case .noBus, .notSaid: return .unavailable
        case .refused: return .refused
        case .unknown, .broken, nil: return .internalError
        }
    }

    /// Ends the program with this code; if its output could not be written, reports that and does not claim success.
    public func leave() -> Never {
        let isWhole = fflush(stdout) == 0
        let reason = isWhole ? "a part of it was refused" : String(cString: strerror(errno))
        guard isWhole, ferror(stdout) == 0 else {
            complain("failed to write to standard output: \(reason); redirect it to a disk with free space")
            exit(self == .success ? Self.outputError.rawValue : rawValue)
        }
        exit(rawValue)
    }
}

/// Writes a line to standard error in one write, after the name of the program: "navbus-speech: …".
public func complain(_ text: String) {
    let path = CommandLine.arguments.first ?? ""
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    Terminal.error("\(name.isEmpty ? "navbus" : name): \(text)")
}
