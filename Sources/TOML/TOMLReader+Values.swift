extension TOMLReader {
    /// Reads a value of any kind.
    mutating func value() throws(ConfigurationError) -> TOMLValue {
        switch peek() {
        case UInt8(ascii: "\""):
            return .text(
                try startsWith(triple: UInt8(ascii: "\"")) ? longText(UInt8(ascii: "\"")) : basicText())
        case UInt8(ascii: "'"):
            return .text(try startsWith(triple: UInt8(ascii: "'")) ? longText(UInt8(ascii: "'")) : literalText())
        case UInt8(ascii: "["): return try nested { (reader) throws(ConfigurationError) in try reader.list() }
        case UInt8(ascii: "{"): return try nested { (reader) throws(ConfigurationError) in try reader.inlineTable() }
        default: return try word()
        }
    }

    private mutating func nested(
        _ read: (inout TOMLReader) throws(ConfigurationError) -> TOMLValue
    ) throws(ConfigurationError) -> TOMLValue {
        guard depth < Self.maxDepth else {
            throw failure("lists and braces are nested more than \(Self.maxDepth) deep")
        }
        depth += 1
        index += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func list() throws(ConfigurationError) -> TOMLValue {
        var values: [TOMLValue] = []
        while true {
            try skipBlank()
            if take(UInt8(ascii: "]")) { return .list(values) }
            values.append(try value())
            try skipBlank()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw failure("expected ',' or ']' in a list, \(found())") }
            return .list(values)
        }
    }

    private mutating func inlineTable() throws(ConfigurationError) -> TOMLValue {
        let table = TOMLTable(.inline)
        skipSpace()
        if take(UInt8(ascii: "}")) { return .table(table) }
        while true {
            try keyAndValue(in: table)
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw failure("expected ',' or '}' between braces, \(found())") }
            return .table(table)
        }
    }

    /// Reads a value that is not in quotes: `true`, a number, a date.
    private mutating func word() throws(ConfigurationError) -> TOMLValue {
        let place = place
        let start = index
        while let byte = peek(), Self.isWord(byte) { index += 1 }
        // A space may separate a date and its time.
        if index - start == 10, peek() == 0x20, let next = peek(1), TOMLWord.isDigit(next),
            TOMLWord.isDate(bytes[start..<index])
        {
            index += 1
            while let byte = peek(), Self.isWord(byte) { index += 1 }
        }
        guard index > start else { throw failure("expected a value, \(found()); put texts in quotes") }
        guard let value = TOMLWord.value(of: bytes[start..<index]) else {
            let text = String(decoding: bytes[start..<index].prefix(40), as: UTF8.self)
            throw failure("\"\(text)\" is not a value; put texts in quotes", at: place)
        }
        return value
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

// MARK: - Texts

extension TOMLReader {
    private func startsWith(triple quote: UInt8) -> Bool { peek() == quote && peek(1) == quote && peek(2) == quote }

    /// Reads a text in quotation marks, with escapes.
    mutating func basicText() throws(ConfigurationError) -> String {
        let begin = place
        index += 1
        var text: [UInt8] = []
        while let byte = peek(), !isLineEnd() {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            default:
                try checkText(byte)
                text.append(byte)
                index += 1
            }
        }
        throw failure("the text that begins here does not end on its line", at: begin)
    }

    /// Reads a text in apostrophes, without escapes.
    mutating func literalText() throws(ConfigurationError) -> String {
        let begin = place
        index += 1
        let start = index
        while let byte = peek(), !isLineEnd() {
            if byte == UInt8(ascii: "'") {
                index += 1
                return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
            }
            try checkText(byte)
            index += 1
        }
        throw failure("the text that begins here does not end on its line", at: begin)
    }

    /// Reads a text of several lines between triple quotes; a line end right after the opening quotes is dropped.
    private mutating func longText(_ quote: UInt8) throws(ConfigurationError) -> String {
        let begin = place
        index += 3
        _ = skipLineEnd()
        var text: [UInt8] = []
        while let byte = peek() {
            if startsWith(triple: quote) {
                index += 3
                // Up to two quotes right before the end belong to the text.
                for _ in 0..<2 where take(quote) { text.append(quote) }
                return String(decoding: text, as: UTF8.self)
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                if try !skipFoldedLines() { text += try escape() }
            } else if skipLineEnd() {
                text.append(UInt8(ascii: "\n"))
            } else {
                try checkText(byte)
                text.append(byte)
                index += 1
            }
        }
        throw failure("the text that begins here has no end", at: begin)
    }

    /// A backslash at the end of a line removes all space up to the next word.
    private mutating func skipFoldedLines() throws(ConfigurationError) -> Bool {
        let start = index
        index += 1
        skipSpace()
        guard skipLineEnd() else {
            index = start
            return false
        }
        repeat { skipSpace() } while skipLineEnd()
        return true
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    private mutating func escape() throws(ConfigurationError) -> [UInt8] {
        let begin = place
        index += 1
        guard let letter = peek() else { throw failure("expected an escape, \(found())") }
        if let byte = Self.escapes[letter] {
            index += 1
            return [byte]
        }
        let count = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
        guard count > 0 else {
            throw failure("the escape after '\\' is unknown; write \\\\ for a backslash", at: begin)
        }
        index += 1
        let digits = bytes[index..<min(index + count, bytes.count)]
        guard digits.count == count, digits.allSatisfy(TOMLWord.isHexadecimal),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw failure("an escape needs \(count) hexadecimal digits of a Unicode character", at: begin) }
        index += count
        return Array(String(scalar).utf8)
    }
}
