import Glibc
import NavigationControl
import Platform

/// The output of commands that print the answer of a server.
enum AnswerOutput {
    /// Prints an answer. A program gets it as the server wrote it; control characters are removed for a terminal.
    ///
    /// - Returns: `false` if it cannot be written; the reason is printed.
    static func write(_ answer: [UInt8]) -> Bool {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let shown = isTerminal ? [UInt8](String(decoding: answer, as: UTF8.self).printableLines.utf8) : answer
        let code = WholeFile.write(shown, to: STDOUT_FILENO)
        guard code == 0 else {
            complain("failed to write the answer: \(SystemError.text(code))")
            return false
        }
        return true
    }
}
