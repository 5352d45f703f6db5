import Glibc

/// Writes to the terminal or a pipe, from any thread, each text in one piece.
enum Output {
    /// A line for people or programs on standard output.
    static func line(_ text: String) { line(text, to: STDOUT_FILENO) }

    /// A line on standard error.
    static func error(_ text: String) { line(text, to: STDERR_FILENO) }

    /// A line to a file.
    static func line(_ text: String, to descriptor: Int32) { write(text + "\n", to: descriptor) }

    /// A text without a line end: for what is rewritten in place on a terminal.
    static func raw(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Whoever reads may go at any time: what cannot be written then is for nobody.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
