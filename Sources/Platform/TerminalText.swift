extension Unicode.Scalar {
    /// Whether a terminal, or a reader of lines, obeys it instead of showing it, or shows it as another text than is there.
    ///
    /// These are the control characters (C0, DEL, C1), the separators of lines and paragraphs, the characters that turn
    /// the direction of a text, those that nobody sees and no name needs (the byte order mark, invisible operators,
    /// annotations, tags), and those that Unicode gives to nobody. What letters need stays: joiners, marks of direction
    /// for one letter, accents.
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

    /// What stands in its place: Unicode has pictures of the first 32 control characters; the others share one.
    fileprivate var pictured: Unicode.Scalar {
        (value < 0x20 ? Unicode.Scalar(0x2400 + value) : nil) ?? "\u{FFFD}"
    }
}

extension String {
    /// The text on one line of a terminal or a log, for what others wrote or named: what would control the terminal is
    /// made visible, the end of a line too. A street, a file or a server must not clear a screen, set a clipboard, or add
    /// a line that looks like one of ours. Tabulators stay.
    public var printable: String { shown { $0 == "\t" } }

    /// The text on one line as ``printable`` has it, with at most so many characters; what is cut ends in "…".
    public func printable(upTo count: Int) -> String {
        guard unicodeScalars.count > count else { return printable }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(count))).printable + "…"
    }

    /// The same for a text of several lines: their ends stay, and nothing else that controls a terminal.
    public var printableLines: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return shown { $0 == "\t" || $0 == "\n" } }
        let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { number, line in
            let isEnded = number < lines.count - 1 && line.last == "\r"
            return String(isEnded ? line.dropLast() : line).printable
        }.joined(separator: "\n")
    }

    /// The text as a string of JSON, with its quotes. It is the same text for who reads JSON, and no line of JSON controls
    /// a terminal.
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

    private func shown(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.controlsTerminal && !isKept($0) ? $0.pictured : $0 }))
    }
}
