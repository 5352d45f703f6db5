/// A reader of TOML 1.0 that records the position of each key.
///
/// The library used before crashed on typing errors such as `[.bus]` or `topics = ["onGPS",}`; this reader turns any
/// text into a table or an error with its position.
struct TOMLReader {
    /// The maximum number of parts of a key, and the maximum nesting of lists and braces: enough for people, and safe
    /// for the stack.
    static let maxKeyParts = 16
    static let maxDepth = 32

    let bytes: [UInt8]
    let file: String
    var index = 0
    var line = 1
    var lineStart = 0
    /// The number of open lists and braces.
    var depth = 0

    /// Reads a text; throws at the first error.
    static func table(of text: String, file: String) throws(ConfigurationError) -> TOMLTable {
        var reader = TOMLReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }

    /// Reads a single value, such as one from the command line; `nil` if the text is not a value.
    static func value(alone text: String) -> TOMLValue? {
        var reader = TOMLReader(bytes: Array(text.utf8), file: "")
        guard let value = try? reader.value(), reader.peek() == nil else { return nil }
        return value
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    private mutating func document() throws(ConfigurationError) -> TOMLTable {
        let root = TOMLTable(.header)
        var current = root
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        while true {
            try skipBlank()
            guard let byte = peek() else { return root }
            if byte == UInt8(ascii: "[") {
                current = try header(in: root)
            } else {
                try keyAndValue(in: current)
            }
            try endLine()
        }
    }
}

// MARK: - Headers and Keys

extension TOMLReader {
    /// A part of a key and its position.
    struct Part {
        var name: String
        var place: FilePosition
    }

    /// Reads `[a.b]` or `[[a.b]]`; returns the table to which the following keys belong.
    private mutating func header(in root: TOMLTable) throws(ConfigurationError) -> TOMLTable {
        let begin = place
        index += 1
        let isList = take(UInt8(ascii: "["))
        let parts = try key().map { Part(name: $0.name, place: begin) }
        try expect(UInt8(ascii: "]"), after: "the name of the table")
        if isList { try expect(UInt8(ascii: "]"), after: "the name of the list of tables") }
        var table = root
        for part in parts.dropLast() { table = try childTable(table, part, origin: .implicit) }
        guard let last = parts.last else { throw failure("a table has no name") }
        return isList ? try appendTable(to: table, last) : try openTable(in: table, last)
    }

    private func openTable(in table: TOMLTable, _ part: Part) throws(ConfigurationError) -> TOMLTable {
        switch table[part.name]?.value {
        case nil:
            let new = TOMLTable(.header)
            table[part.name] = .init(value: .table(new), place: part.place)
            return new
        case .table(let known) where known.origin == .implicit:
            known.origin = .header
            table[part.name] = .init(value: .table(known), place: part.place)
            return known
        default: throw duplicate(part, in: table)
        }
    }

    private func appendTable(to table: TOMLTable, _ part: Part) throws(ConfigurationError) -> TOMLTable {
        let new = TOMLTable(.header)
        switch table[part.name] {
        case nil: table[part.name] = .init(value: .tables(TOMLTableList(new)), place: part.place)
        case .some(let entry):
            guard case .tables(let known) = entry.value else { throw duplicate(part, in: table) }
            known.append(new)
        }
        return new
    }

    /// The table to which a part of a key leads; created if it is missing.
    private func childTable(
        _ table: TOMLTable, _ part: Part, origin: TOMLTable.Origin
    ) throws(ConfigurationError) -> TOMLTable {
        switch table[part.name]?.value {
        case nil:
            let new = TOMLTable(origin)
            table[part.name] = .init(value: .table(new), place: part.place)
            return new
        // A key with dots extends tables made by such keys; a header extends all but inline tables.
        case .table(let known) where known.origin == .dottedKey || origin == .implicit && known.origin != .inline:
            return known
        case .tables(let known) where origin == .implicit: return known.last
        default: throw duplicate(part, in: table)
        }
    }

    /// Reads `a.b = value` into a table.
    mutating func keyAndValue(in table: TOMLTable) throws(ConfigurationError) {
        let parts = try key()
        try expect(UInt8(ascii: "="), after: "the key \"\(parts.map(\.name).joined(separator: "."))\"")
        skipSpace()
        var inner = table
        for part in parts.dropLast() { inner = try childTable(inner, part, origin: .dottedKey) }
        guard let last = parts.last else { throw failure("a value has no key") }
        guard inner[last.name] == nil else { throw duplicate(last, in: inner) }
        inner[last.name] = .init(value: try value(), place: last.place)
    }

    private mutating func key() throws(ConfigurationError) -> [Part] {
        var parts: [Part] = []
        repeat {
            skipSpace()
            let place = place
            guard parts.count < Self.maxKeyParts else {
                throw failure("a key has more than \(Self.maxKeyParts) parts", at: place)
            }
            parts.append(Part(name: try keyPart(), place: place))
            skipSpace()
        } while take(UInt8(ascii: "."))
        return parts
    }

    private mutating func keyPart() throws(ConfigurationError) -> String {
        if peek() == UInt8(ascii: "\"") { return try basicText() }
        if peek() == UInt8(ascii: "'") { return try literalText() }
        let start = index
        while let byte = peek(), Self.isBare(byte) { index += 1 }
        guard index > start else {
            throw failure("expected a name of letters, digits, - and _ here, \(found())")
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private func duplicate(_ part: Part, in table: TOMLTable) -> ConfigurationError {
        let first = table[part.name].map { "; it is first defined in line \($0.place.line)" } ?? ""
        return failure("\"\(part.name)\" is defined twice or cannot be extended\(first)", at: part.place)
    }
}

// MARK: - Bytes

extension TOMLReader {
    var place: FilePosition { FilePosition(line: line, column: index - lineStart + 1) }

    func peek(_ ahead: Int = 0) -> UInt8? { index + ahead < bytes.count ? bytes[index + ahead] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    mutating func expect(_ byte: UInt8, after what: String) throws(ConfigurationError) {
        skipSpace()
        guard take(byte) else {
            throw failure("expected '\(Character(Unicode.Scalar(byte)))' after \(what), \(found())")
        }
    }

    /// A description of the current character for error messages.
    func found() -> String {
        guard let byte = peek() else { return "found the end of the file" }
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return "found the end of the line" }
        guard let first = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).first else {
            return "found nothing"
        }
        return byte < 0x20 || byte == 0x7F ? "found a control character" : "found '\(first)'"
    }

    func failure(_ text: String, at place: FilePosition? = nil) -> ConfigurationError {
        ConfigurationError(file: file, place: place ?? self.place, text: text)
    }

    mutating func skipSpace() {
        while peek() == 0x20 || peek() == 0x09 { index += 1 }
    }

    /// Skips spaces, comments and line ends.
    mutating func skipBlank() throws(ConfigurationError) {
        while true {
            skipSpace()
            try skipComment()
            guard skipLineEnd() else { return }
        }
    }

    /// Only a comment may follow a header or a value on its line.
    private mutating func endLine() throws(ConfigurationError) {
        skipSpace()
        try skipComment()
        guard skipLineEnd() || peek() == nil else { throw failure("expected the end of the line, \(found())") }
    }

    private mutating func skipComment() throws(ConfigurationError) {
        guard take(UInt8(ascii: "#")) else { return }
        while let byte = peek(), !isLineEnd() {
            try checkText(byte)
            index += 1
        }
    }

    func isLineEnd() -> Bool {
        peek() == UInt8(ascii: "\n") || peek() == UInt8(ascii: "\r") && peek(1) == UInt8(ascii: "\n")
    }

    mutating func skipLineEnd() -> Bool {
        guard isLineEnd() else { return false }
        index += peek() == UInt8(ascii: "\n") ? 1 : 2
        line += 1
        lineStart = index
        return true
    }

    /// Refuses control characters in texts, except tabs.
    func checkText(_ byte: UInt8) throws(ConfigurationError) {
        if byte < 0x20 && byte != 0x09 || byte == 0x7F {
            throw failure("a control character cannot be here; write it as an escape in quotes, such as \\u0000")
        }
    }
}
