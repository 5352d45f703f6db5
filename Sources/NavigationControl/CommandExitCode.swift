@preconcurrency import Glibc
import NavigationEvents
import Platform

/// Exit codes of the subcommands of controls, as in `sysexits.h`.
public enum CommandExitCode: Int32, Sendable {
    /// The command succeeded.
    case done = 0
    /// The command succeeded, and the result is negative.
    case negative = 1
    /// The command line is invalid.
    case usage = 64
    /// An input file cannot be used.
    case input = 66
    /// There is no bus, no control or no device to carry out the command.
    case unavailable = 69
    /// An internal error, or the outcome is unknown.
    case broken = 70
    /// The output cannot be written.
    case output = 74
    /// The bus refused the request.
    case refused = 76
    /// A setting is invalid.
    case settings = 78

    /// Ends the program with this code; if its output could not be written, reports that and does not claim success.
    public func leave() -> Never {
        let isWhole = fflush(stdout) == 0
        let reason = isWhole ? "a part of it was refused" : String(cString: strerror(errno))
        guard isWhole, ferror(stdout) == 0 else {
            complain("failed to write to standard output: \(reason); redirect it to a disk with free space")
            exit(self == .done ? Self.output.rawValue : rawValue)
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
