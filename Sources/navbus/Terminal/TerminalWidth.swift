import Glibc

/// How many characters fit into a line.
enum TerminalWidth {
    /// What text is made for at least.
    static let least = 80

    /// The width of the terminal of standard output, at least ``least``; `nil` if it is no terminal: programs read whole
    /// lines.
    static var ofOutput: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return max(least, Int(size.ws_col))
    }
}
