import Glibc

/// The width of the terminal, in characters.
enum TerminalWidth {
    /// The smallest width for which text is laid out.
    static let minColumns = 80

    /// The width of the terminal of standard output, at least ``minColumns``; `nil` if it is no terminal, since programs
    /// read whole lines.
    static var ofOutput: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return max(minColumns, Int(size.ws_col))
    }
}
