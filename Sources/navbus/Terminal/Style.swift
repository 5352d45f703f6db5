import Glibc

/// Colours and weights for people; plain text where the output is not a terminal or `NO_COLOR` is set.
struct Style {
    let isColored: Bool

    /// A style with or without colours.
    init(isColored: Bool) { self.isColored = isColored }

    /// The style for a file descriptor.
    init(descriptor: Int32) {
        isColored = isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
    }

    static let output = Style(descriptor: STDOUT_FILENO)
    static let error = Style(descriptor: STDERR_FILENO)

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }

    /// One of six colours that goes with a name, the same every time.
    func colored(_ text: String, by name: String) -> String {
        let sum = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        return wrap(text, "\(31 + sum % 6)")
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
