/// A JSON document, parsed once into a flat list of its values.
///
/// It is several times faster than a general decoder, which builds a dictionary for every object: answers of some
/// megabytes are mostly points, spoken texts and annotations that are not read.
public final class JSONDocument: Sendable {
    /// The kind of a value.
    public enum Kind: UInt8, Sendable { case object, list, text, number, yes, no, null }

    /// Maximum number of values of a document, each of which takes 16 bytes of memory.
    public static let maxValues = 4_000_000

    /// A value, or the name of a member, which comes before its value.
    struct Value: Sendable {
        var kind: Kind
        /// Whether a text contains backslashes.
        var hasEscapes = false
        /// Offset of the first byte; of texts, after the quotation mark.
        var start: Int32
        /// Offset after the last byte; of texts, that of the quotation mark.
        var end: Int32 = 0
        /// Index of the next value after this value and its contents.
        var next: Int32 = 0
    }

    /// The document, followed by a zero.
    let bytes: [UInt8]
    /// All values, each before its contents; at least one.
    let values: [Value]

    /// Parses a document: exactly one value, by RFC 8259, with at most 512 nested brackets.
    ///
    /// - Parameter document: Less than 2³¹ bytes; a byte order mark at its start is skipped.
    /// - Throws: ``JSONError/syntax(problem:byteOffset:)`` with the first byte that cannot follow those before it, or
    ///   the count of bytes where the text breaks off; ``JSONError/tooManyValues(count:)``.
    public init(_ document: [UInt8]) throws(JSONError) {
        if let offset = UTF8Check.firstBreak(in: document) {
            throw .syntax(problem: "the bytes there are not UTF-8", byteOffset: offset)
        }
        var parser = JSONParser(document)
        do throws(JSONParser.Break) {
            try parser.parse()
        } catch {
            guard parser.values.count <= Self.maxValues else { throw .tooManyValues(count: parser.values.count) }
            throw .syntax(
                problem: error.problem
                    ?? (error.offset == document.count ? "it breaks off" : "the text is broken there"),
                byteOffset: error.offset)
        }
        (bytes, values) = (parser.bytes, parser.values)
    }

    /// The outermost value.
    public var root: JSONNode { JSONNode(document: self, index: 0) }
}

/// Finds bytes that are not UTF-8.
enum UTF8Check {
    /// Offset of the first byte that is not part of a character; `nil` if the text is valid.
    static func firstBreak(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
        return offset
    }
}
