/// A JSON document, read once into a flat list of its values; readers take from it what they know.
///
/// Several times faster than a general decoder, which builds a dictionary for every object: answers of some megabytes
/// are mostly points, texts to be spoken and annotations that nobody here asks for.
final class JSONDocument: Sendable {
    enum Kind: UInt8 { case object, list, text, number, yes, no, null }

    /// A value, or the name of a member, which stands before its value.
    struct Value {
        var kind: Kind
        /// Whether a text has backslashes in it.
        var hasEscapes = false
        /// Where it begins in the bytes; of texts, behind the quotation mark.
        var start: Int32
        /// Where it ends; of texts, at the quotation mark.
        var end: Int32 = 0
        /// Place in the list of the value that follows it and all that it holds.
        var next: Int32 = 0
    }

    /// The document, a zero behind it.
    let bytes: [UInt8]
    /// Every value, before what it holds; at least one.
    let values: [Value]

    /// Reads a document.
    ///
    /// - Throws: ``RouteError/notJSON(problem:byteOffset:)`` with the first byte that cannot follow those before it, or
    ///   the count of bytes where the text breaks off; ``RouteError/tooLarge(what:count:limit:)`` for too many values.
    init(_ document: [UInt8]) throws(RouteError) {
        if let offset = UTF8Check.firstBreak(in: document) {
            throw .notJSON(problem: "it has bytes there that are no text in UTF-8", byteOffset: offset)
        }
        var parser = JSONParser(document)
        do throws(JSONParser.Break) {
            try parser.parse()
        } catch {
            guard parser.values.count <= JSONParser.mostValues else {
                throw .tooLarge(what: "values", count: parser.values.count, limit: JSONParser.mostValues)
            }
            throw .notJSON(
                problem: error.problem
                    ?? (error.offset == document.count ? "it breaks off" : "the text is broken there"),
                byteOffset: error.offset)
        }
        (bytes, values) = (parser.bytes, parser.values)
    }

    /// The outermost value.
    var root: JSONNode { JSONNode(document: self, index: 0) }
}

/// Finds bytes that are no text.
enum UTF8Check {
    /// Offset of the first byte that belongs to no character; `nil` if all do.
    static func firstBreak(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
        return offset
    }
}
