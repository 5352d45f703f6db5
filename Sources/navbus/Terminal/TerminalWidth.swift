import Glibc

/// How many characters fit into a line.
enum TerminalWidth {
    /// What text is made for where nobody says how wide it may be.
    static let usual = 80

    /// The width of the terminal of standard output, at least ``usual``.
    static var ofOutput: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return usual }
        return max(usual, Int(size.ws_col))
    }
}
