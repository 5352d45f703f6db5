@preconcurrency import Glibc
import NavigationEvents
import Platform

/// How a subcommand of a control's program ends; the numbers are those of `sysexits.h`.
public enum CommandEnding: Int32, Sendable {
    /// All of it was done.
    case done = 0
    /// All of it was done, and the answer is no.
    case negative = 1
    /// What was typed cannot be understood.
    case usage = 64
    /// A file that was named cannot be used.
    case input = 66
    /// Nobody does it: no bus, no control, no device.
    case unavailable = 69
    /// Something within broke, or it is not known what became of what was asked.
    case broken = 70
    /// What was made cannot be written.
    case output = 74
    /// The bus refused it.
    case refused = 76
    /// A setting is wrong.
    case settings = 78

    /// Ends the program so; what it printed and nobody took is told, and no success.
    public func leave() -> Never {
        let isWhole = fflush(stdout) == 0
        let reason = isWhole ? "a part of it was refused" : String(cString: strerror(errno))
        guard isWhole, ferror(stdout) == 0 else {
            complain("failed to write to standard output: \(reason); send it where there is room")
            exit(self == .done ? Self.output.rawValue : rawValue)
        }
        exit(rawValue)
    }
}

/// Writes a line to standard error, in one piece, behind the name of the program: "navbus-speech: …".
public func complain(_ text: String) {
    let path = CommandLine.arguments.first ?? ""
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    Terminal.error("\(name.isEmpty ? "navbus" : name): \(text)")
}
