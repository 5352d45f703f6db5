@preconcurrency import Glibc

/// How a subcommand ends; the numbers are those of `sysexits.h`.
enum CommandEnding: Int32 {
    case done = 0
    case usage = 64
    /// A file that was named cannot be used.
    case input = 66
    /// Nobody does it: no bus, no control, no voice.
    case unavailable = 69
    /// Something within broke, or it is not known what became of what was asked.
    case broken = 70
    /// What was made cannot be written.
    case output = 74
    /// The bus refused it.
    case refused = 76
    case settings = 78

    /// Ends the program so; what it printed and nobody took is told, and no success.
    func leave() -> Never {
        let isWhole = fflush(stdout) == 0
        let reason = isWhole ? "a part of it was refused" : String(cString: strerror(errno))
        guard isWhole, ferror(stdout) == 0 else {
            complain("failed to write to standard output: \(reason); send it where there is room")
            exit(self == .done ? Self.output.rawValue : rawValue)
        }
        exit(rawValue)
    }
}

/// Writes a line to standard error, in one piece.
func complain(_ text: String) {
    let bytes = Array("navbus-speech: \(text)\n".utf8)
    // If nobody can be told, nobody can be told that either.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
