import Synchronization

/// Texts in the form in which they are compared: lower case, without accents, with one form for each spelling of an
/// umlaut, in words.
///
/// "Plöck", "Ploeck" and "PLOCK" become `plock`; "Hauptstraße", "Hauptstrasse" and "Hauptstr." become `hauptstr`.
/// Each Chinese, Japanese or Korean character is a word, since these scripts have no spaces.
package enum FoldedText {
    /// The words of a text; at most 64, so that a hostile name costs little.
    package static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty, words.count < maxWords { words.append(shortened(word)) }
            word = ""
        }
        for scalar in text.unicodeScalars.prefix(maxScalars) {
            if isIdeograph(scalar) {
                end()
                word = String(scalar)
                end()
            } else if let letters = folded(scalar) {
                word += letters
            } else {
                end()
            }
        }
        end()
        return words
    }

    /// The words of a text in one text.
    package static func text(_ text: String) -> String { words(text).joined(separator: " ") }

    private static let (maxWords, maxScalars) = (64, 1024)

    /// Endings with several spellings.
    private static func shortened(_ word: String) -> String {
        var plain = word
        for (pair, letter) in [("ae", "a"), ("oe", "o"), ("ue", "u")] where plain.contains(pair) {
            plain = plain.replacing(pair, with: letter)
        }
        if plain.hasSuffix("strasse") { return String(plain.dropLast(4)) }
        return plain
    }

    /// The letters that stand for a character; empty for one that is dropped, `nil` for one between words.
    private static func folded(_ scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "0"..."9": return String(scalar)
            case "A"..."Z": return scalar.properties.lowercaseMapping
            case "'": return ""
            default: return nil
            }
        }
        return cache.withLock { known in
            if let letters = known[scalar] { return letters }
            let letters = foldedUnicode(scalar)
            known[scalar] = letters
            return letters
        }
    }

    private static let cache = Mutex<[Unicode.Scalar: String?]>([:])

    private static let ligatures: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "a", "Æ": "a", "œ": "o", "Œ": "o", "þ": "th", "Þ": "th", "ð": "d", "Ð": "d",
        "ı": "i", "’": "", "‘": "", "ʼ": "", "\u{AD}": "", "\u{200C}": "", "\u{200D}": "",
    ]

    private static func foldedUnicode(_ scalar: Unicode.Scalar) -> String? {
        if let letters = ligatures[scalar] { return letters }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return ""
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark:
            return base(of: scalar) ?? properties.lowercaseMapping
        default: return nil
        }
    }

    /// The letter without its accents, by the name of the character: "LATIN SMALL LETTER O WITH STROKE" is an o.
    private static func base(of scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name else { return nil }
        let words = name.split(separator: " ")
        guard words.count > 4, words[2] == "LETTER", words[4] == "WITH" else { return nil }
        if words[0] == "LATIN", words[3].count == 1 { return words[3].lowercased() }
        if words[0] == "GREEK" { return greek["\(words[3])"] }
        return nil
    }

    /// The small letters of Greek by their names.
    private static let greek: [String: String] = {
        var letters: [String: String] = [:]
        for value in 0x3B1...0x3C9 {
            guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name?.split(separator: " "),
                name.count == 4, name[1] == "SMALL"
            else { continue }
            letters[String(name[3])] = String(scalar)
        }
        return letters
    }()

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xAC00...0xD7AF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
