/// Parses the entries of a string table in the format `.strings`.
struct StringTableParser {
    private let scalars: [Unicode.Scalar]
    private let table: String
    private var index = 0
    private var position = TextPosition()

    init(scalars: [Unicode.Scalar], table: String) {
        self.scalars = scalars
        self.table = table
    }

    mutating func entries() throws(AnnouncementError) -> [String: String] {
        var texts: [String: String] = [:]
        while true {
            try skipBlank()
            guard peek != nil else { return texts }
            let key = try string(what: "a key")
            try expect("=", after: "the key \"\(key)\"")
            try skipBlank()
            let text = try string(what: "a text for the key \"\(key)\"")
            try expect(";", after: "the text of \"\(key)\"")
            // If a key repeats, the last text counts, as in Apple's parsers.
            texts[key] = text
        }
    }
}

extension StringTableParser {
    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take() -> Unicode.Scalar? {
        guard let scalar = peek else { return nil }
        index += 1
        position.advance(over: scalar)
        return scalar
    }

    private func malformed(_ problem: String, at start: TextPosition? = nil) -> AnnouncementError {
        let position = start ?? self.position
        return .malformedTable(table: table, line: position.line, column: position.column, problem: problem)
    }

    private func found(_ scalar: Unicode.Scalar?) -> String {
        scalar.map { "found '\($0)'" } ?? "found the end of the file"
    }

    private mutating func expect(_ wanted: Unicode.Scalar, after what: String) throws(AnnouncementError) {
        try skipBlank()
        guard peek == wanted else { throw malformed("expected '\(wanted)' after \(what), \(found(peek))") }
        _ = take()
    }

    private mutating func skipBlank() throws(AnnouncementError) {
        while let scalar = peek {
            if scalar.properties.isWhitespace {
                _ = take()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(AnnouncementError) {
        let start = position
        _ = take()
        switch take() {
        case "/":
            while let scalar = peek, scalar != "\n" { _ = take() }
        case "*":
            var previous: Unicode.Scalar?
            while let scalar = take() {
                if previous == "*", scalar == "/" { return }
                previous = scalar
            }
            throw malformed("the comment has no end, */ is missing", at: start)
        default:
            throw malformed("expected a comment after '/'", at: start)
        }
    }

    private mutating func string(what: String) throws(AnnouncementError) -> String {
        if peek == "\"" { return try quoted() }
        var bare = String.UnicodeScalarView()
        while let scalar = peek, Self.isBare(scalar) {
            bare.append(scalar)
            _ = take()
        }
        guard !bare.isEmpty else { throw malformed("expected \(what), \(found(peek))") }
        return String(bare)
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
    }

    private mutating func quoted() throws(AnnouncementError) -> String {
        let start = position
        _ = take()
        var text = String.UnicodeScalarView()
        while let scalar = take() {
            switch scalar {
            case "\"": return String(text)
            case "\\": text.append(try escape())
            default: text.append(scalar)
            }
        }
        throw malformed("the text has no end, a quotation mark is missing", at: start)
    }

    /// Reads the escape after a backslash.
    private mutating func escape() throws(AnnouncementError) -> Unicode.Scalar {
        let start = position
        switch take() {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "\\": return "\\"
        case "\"": return "\""
        case "'": return "'"
        case "U", "u": return try escapedScalar(from: start)
        case let digit? where ("0"..."7").contains(digit): return octal(digit)
        // Apple's parsers also accept a character that needs no escape.
        case let scalar?: return scalar
        case nil: throw malformed("the text ends after a backslash", at: start)
        }
    }

    /// Reads up to three octal digits: a character of Latin-1.
    private mutating func octal(_ first: Unicode.Scalar) -> Unicode.Scalar {
        var value = first.value - 48
        for _ in 0..<2 {
            guard let digit = peek, ("0"..."7").contains(digit) else { break }
            _ = take()
            value = value << 3 | (digit.value - 48)
        }
        return Unicode.Scalar(UInt8(truncatingIfNeeded: value))
    }

    private mutating func escapedScalar(from start: TextPosition) throws(AnnouncementError) -> Unicode.Scalar {
        let first = try fourDigits(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        // The other half of a surrogate pair must follow as a separate escape.
        guard (0xD800..<0xDC00).contains(first), take() == "\\", let letter = take(), letter == "U" || letter == "u"
        else { throw malformed("half a surrogate pair", at: start) }
        let second = try fourDigits(from: start)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw malformed("half a surrogate pair", at: start) }
        return scalar
    }

    private mutating func fourDigits(from start: TextPosition) throws(AnnouncementError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = take(), scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw malformed("\\U needs four hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
