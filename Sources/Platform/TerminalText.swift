extension Unicode.Scalar {
    /// Whether a terminal or a line-based reader interprets the character instead of showing it, or shows other text
    /// than is there.
    ///
    /// These are the control characters (C0, DEL, C1), the separators of lines and paragraphs, the bidirectional
    /// overrides, invisible characters that no name needs (the byte order mark, invisible operators, annotations,
    /// tags), and noncharacters. Characters that letters need stay: joiners, direction marks for one letter, accents.
    public var controlsTerminal: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0x00..<0x20, 0x7F...0x9F: true
        case ..<0x2028: value == 0x180E
        case 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE0FFF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }

    /// The visible replacement: Unicode has pictures of the first 32 control characters; the others share one.
    fileprivate var visibleReplacement: Unicode.Scalar {
        (value < 0x20 ? Unicode.Scalar(0x2400 + value) : nil) ?? "\u{FFFD}"
    }
}

extension String {
    /// The text on one line of a terminal or a log: characters that control the terminal, line ends included, are made
    /// visible. A street, a file or a server must not clear a screen, set the clipboard, or add a line that looks like
    /// one of navbus. Tabs stay.
    public var printable: String { replacingControls { $0 == "\t" } }

    /// The text on one line, as ``printable``, truncated to `count` characters; a truncated text ends in "…".
    public func printable(upTo count: Int) -> String {
        guard unicodeScalars.count > count else { return printable }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(count))).printable + "…"
    }

    /// The text with its line ends; all other characters that control a terminal are made visible.
    public var printableLines: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return replacingControls { $0 == "\t" || $0 == "\n" } }
        let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { number, line in
            let isEnded = number < lines.count - 1 && line.last == "\r"
            return String(isEnded ? line.dropLast() : line).printable
        }.joined(separator: "\n")
    }

    /// The text as a JSON string with quotes. A JSON reader gets the same text, and no line of JSON controls a
    /// terminal.
    public var json: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.controlsTerminal:
                for unit in String(scalar).utf16 { quoted += "\\u" + Self.fourDigits(unit) }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func fourDigits(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func replacingControls(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.controlsTerminal && !isKept($0) ? $0.visibleReplacement : $0 }))
    }
}
