/// A value of a property list, with its line.
struct PropertyList: Hashable, Sendable {
    /// The type and content of a value.
    enum Content: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case real(Double)
        case bool(Bool)
        /// A date as written; in a binary list the seconds since 2001.
        case date(String)
        /// Bytes. A book needs none, so only their number is kept.
        case data(count: Int)
        case list([PropertyList])
        case dictionary([String: PropertyList])
    }

    var content: Content
    /// The line in the file, counted from 1; `nil` in a binary list.
    var line: Int?

    init(_ content: Content, line: Int? = nil) {
        self.content = content
        self.line = line
    }

    /// The limits of a book. A larger file is an attack or a mistake.
    enum Limit {
        static let bytes = 16 << 20
        static let depth = 32
        static let values = 200_000
        static let textBytes = 16 << 20
    }

    /// Parses a property list, XML or binary.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The path of the file, for errors.
    /// - Throws: ``BookError`` with line and column if the bytes are not a property list.
    init(_ bytes: [UInt8], file: String) throws(BookError) {
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryPropertyListReader(bytes: bytes, file: file)
            self = try reader.list()
        } else {
            try PropertyList.refuseOtherFormats(bytes, file: file)
            self = try XMLPropertyListReader(file: file).list(bytes)
        }
    }

    /// The name of the type, for messages.
    var kind: String {
        switch content {
        case .text: "a string"
        case .integer, .real: "a number"
        case .bool: "a truth value"
        case .date: "a date"
        case .data: "data"
        case .list: "an array"
        case .dictionary: "a dictionary"
        }
    }

    /// The text; `nil` for other types.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The number, also if it is written as a string; `nil` for other types and if it is not finite.
    var number: Double? {
        switch content {
        case .integer(let number): Double(number)
        case .real(let number): number.isFinite ? number : nil
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The truth value; `nil` for other types.
    var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    /// The values of an array; `nil` for other types.
    var list: [PropertyList]? { if case .list(let values) = content { values } else { nil } }

    /// The values of a dictionary; `nil` for other types.
    var dictionary: [String: PropertyList]? { if case .dictionary(let values) = content { values } else { nil } }

    /// Refuses empty files, and property lists in the old format or JSON with a message of their own.
    private static func refuseOtherFormats(_ bytes: [UInt8], file: String) throws(BookError) {
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D, 0]
        guard let first = bytes.first(where: { !marks.contains($0) }) else {
            throw .malformed(file: file, line: 1, column: 1, problem: "it is empty")
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "(") {
            throw .malformed(
                file: file, line: 1, column: 1,
                problem: "it is a property list of braces, or JSON; save it as XML (plutil -convert xml1, or an editor)"
            )
        }
    }
}
