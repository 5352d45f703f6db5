import Pictures

/// Typesets names, and keeps the outlines of those that were used recently.
struct NameTypesetter {
    private struct Key: Hashable, Sendable {
        var text: String
        var size: Double
        var isBold: Bool
    }

    private var lines = PictureCache<Key, TextLine?>(maxCount: 1024)

    /// The outlines of a name; `nil` without a font or visible characters.
    mutating func line(_ text: String, size: Double, isBold: Bool) -> TextLine? {
        lines.drawn(Key(text: text, size: size, isBold: isBold)) { key in
            Typesetter.shared.line(
                key.text, font: key.isBold ? "sans-serif Bold" : "sans-serif", size: key.size,
                width: 24 * key.size)
        }
    }
}
