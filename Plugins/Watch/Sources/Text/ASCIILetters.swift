/// Transliterates texts for ASCII terminals.
enum ASCIILetters {
    /// The text in ASCII: `Straße` becomes `Strasse`, `Ř` becomes `R`; characters without an equivalent become a
    /// question mark.
    static func spelled(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
            } else if scalar.columns > 0 {
                plain += others[scalar] ?? letter(scalar) ?? "?"
            }
        }
        return plain
    }

    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "SS", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "–": "-", "—": "-",
        "‑": "-", "‐": "-", "’": "'", "‘": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"",
        "…": "...", "·": "-", "•": "*", "→": "->", "←": "<-", "±": "+-", "\u{A0}": " ", "\u{202F}": " ", "°": "deg",
        "×": "x", "Đ": "D", "đ": "d",
    ]

    /// The base letter, from the Unicode name, such as LATIN SMALL LETTER R WITH CARON.
    private static func letter(_ scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        let words = name.split(separator: " ")
        guard let index = words.firstIndex(of: "LETTER"), words.indices.contains(index + 1) else { return nil }
        let end = words.firstIndex(of: "WITH") ?? words.endIndex
        guard end > index + 1, words[end - 1].count <= 2 else { return nil }
        let plain = String(words[end - 1])
        return words.contains("SMALL") ? plain.lowercased() : plain
    }
}
