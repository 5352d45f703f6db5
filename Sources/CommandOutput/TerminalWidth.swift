import Glibc

/// The width of the terminal, in characters.
package enum TerminalWidth {
    /// The smallest width for which text is laid out.
    package static let minColumns = 80

    /// The width of the terminal of standard output, at least ``minColumns``; `nil` if it is no terminal, since programs
    /// read whole lines.
    package static var ofOutput: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return max(minColumns, Int(size.ws_col))
    }
}
