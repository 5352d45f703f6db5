import Glibc

/// Standard output and standard error, for texts: the only way by which a program of navbus writes to them.
///
/// No text that controls a terminal gets through, whatever its source.
public enum Terminal {
    /// The most characters of a line on standard error: what a server says has any length.
    private static let maxErrorCharacters = 4000

    /// Prints one line on standard output, through the buffer of the C library; the end of a line within it is made visible.
    public static func line(_ text: String) { print(text.printable) }

    /// Prints a text of several lines on standard output, such as a help page.
    public static func lines(_ text: String) { print(text.printableLines) }

    /// Writes one line on standard error, in one piece.
    public static func error(_ text: String) {
        let bytes = Array((text.printable(upTo: maxErrorCharacters) + "\n").utf8)
        // There is no other channel on which to report the failure of this one.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
