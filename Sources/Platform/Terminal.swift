import Glibc

/// Text output to standard output and standard error. All programs of navbus write to them only through it.
///
/// Characters that control a terminal are replaced, whatever their source.
public enum Terminal {
    /// Maximum length of a line on standard error, characters: a server's message may have any length.
    private static let maxErrorCharacters = 4000

    /// Prints one line on standard output, through the buffer of the C library; line ends within the text are made
    /// visible.
    public static func line(_ text: String) { print(text.printable) }

    /// Prints a text of several lines on standard output, such as a help page.
    public static func lines(_ text: String) { print(text.printableLines) }

    /// Writes one line on standard error, in one piece.
    public static func error(_ text: String) {
        let bytes = Array((text.printable(upTo: maxErrorCharacters) + "\n").utf8)
        // There is no other channel on which to report the failure of this one.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Whether standard output is a pipe without a reader.
    package static var isOutputAbandoned: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
    }
}
