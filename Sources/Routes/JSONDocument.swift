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
    ///   the count of bytes where the text breaks off.
    init(_ document: [UInt8]) throws(RouteError) {
        if let offset = UTF8Check.firstBreak(in: document) {
            throw .notJSON(problem: "it has bytes there that are no text in UTF-8", byteOffset: offset)
        }
        var parser = JSONParser(document)
        do throws(JSONParser.Break) {
            try parser.parse()
        } catch {
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
    /// Offset near the first byte that belongs to no character; `nil` if all do.
    static func firstBreak(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var (low, high) = (0, bytes.count)
        // A cut inside a character makes the piece before it look broken, so the place found is near, not exact.
        while high - low > 4 {
            let middle = (low + high) / 2
            if String(validating: bytes[low..<Self.cut(bytes, middle)], as: UTF8.self) == nil {
                high = middle
            } else {
                low = Self.cut(bytes, middle)
            }
        }
        return low
    }

    /// The nearest beginning of a character at or before a place, but not more than three bytes before it.
    private static func cut(_ bytes: [UInt8], _ place: Int) -> Int {
        for back in 0..<min(4, place) where bytes[place - back] & 0xC0 != 0x80 { return place - back }
        return place
    }
}
