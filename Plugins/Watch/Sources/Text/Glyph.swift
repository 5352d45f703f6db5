/// One character of a text on a terminal, with its width in columns.
///
/// Terminals differ in the width of sequences such as families, flags and letters with many marks. So a glyph is one
/// letter with at most two marks, whose width is the same everywhere; the rest is dropped.
struct Glyph: Hashable {
    /// The text, at most 15 bytes, which a string stores inline.
    var text: String
    /// The width in columns, 1 or 2.
    var width: Int

    private static let maxMarks = 2

    /// The glyphs of a text.
    static func all(of text: String, isASCII: Bool) -> [Glyph] {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return text.unicodeScalars.map { Glyph(text: String($0), width: 1) }
        }
        if isASCII { return ASCIILetters.spelled(text).map { Glyph(text: String($0), width: 1) } }
        return text.flatMap(glyphs)
    }

    private static func glyphs(of character: Character) -> [Glyph] {
        var glyphs: [Glyph] = []
        var marks = 0
        for scalar in character.unicodeScalars {
            let width = scalar.columns
            if glyphs.isEmpty || scalar.properties.generalCategory == .spacingMark {
                guard width > 0 else { continue }
                glyphs.append(Glyph(text: String(scalar.shown), width: width))
            } else if width == 0, scalar.isMark, marks < maxMarks {
                glyphs[glyphs.count - 1].text.unicodeScalars.append(scalar)
                marks += 1
            } else if scalar.isRegional {
                glyphs.append(Glyph(text: String(scalar.shown), width: 1))
            }
        }
        return glyphs
    }

    /// Whether every terminal moves the cursor by exactly this width.
    var isTrusted: Bool {
        guard width == 1, let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
            return text.isEmpty
        }
        switch scalar.value {
        case 0x20..<0x300, 0x2010..<0x2027, 0x2190..<0x21B0, 0x2500..<0x25A0, 0x2800..<0x2900: return true
        default: return false
        }
    }
}

extension [Glyph] {
    /// Whether the last letter belongs to a right-to-left script.
    var endsRightToLeft: Bool {
        let letter = last { $0.text.unicodeScalars.first?.properties.isAlphabetic == true }
        return letter?.text.unicodeScalars.first?.isRightToLeft == true
    }
}

extension Unicode.Scalar {
    /// Whether it is in a block of a right-to-left script, such as Hebrew or Arabic.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000: true
        default: false
        }
    }

    /// Whether it is a regional indicator. Two form a flag; shown as letters, they have the same width everywhere.
    fileprivate var isRegional: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    fileprivate var shown: Unicode.Scalar {
        isRegional ? Unicode.Scalar(UInt8(ascii: "A") + UInt8(value - 0x1F1E6)) : self
    }

    /// Whether it is a combining mark that terminals draw on the letter before.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: !(0xFE00...0xFE0F).contains(value) && value < 0xE0000
        // Medial vowels and final consonants of Korean syllables.
        default: (0x1160...0x11FF).contains(value)
        }
    }

    /// The width in columns: 0, 1 or 2.
    var columns: Int {
        if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
        if isRegional { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .lineSeparator, .paragraphSeparator:
            return 0
        default: break
        }
        if (0x1160...0x11FF).contains(value) { return 0 }
        return isWide ? 2 : 1
    }

    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
