import Testing
import XML

@Suite("Untrusted XML")
struct XMLReaderTests {
    /// Records the contents of a document.
    private final class Notes: XMLHandler {
        var lines: [String] = []
        private var open: [String] = []

        func start(_ element: XMLElement) {
            open.append(element.localName)
            lines.append("<\(element.localName) " + element.attributes.map { "\($0.name)=\($0.value)" }.joined() + ">")
        }

        func end() { lines.append("</\(open.removeLast())>") }

        func text(_ bytes: UnsafeRawBufferPointer) { lines.append(String(decoding: bytes, as: UTF8.self)) }
    }

    private static func failure(
        _ text: String, limits: XMLReader.Limits = .init(), pieceBytes: Int = .max
    ) -> XMLReader.Failure? {
        let notes = Notes()
        let reader = XMLReader(notes, limits: limits)
        var rest = Array(text.utf8)[...]
        do throws(XMLReader.Failure) {
            while !rest.isEmpty {
                try reader.parse(rest.prefix(pieceBytes), isLast: false)
                rest = rest.dropFirst(pieceBytes)
            }
            try reader.parse([], isLast: true)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 2, 7, 1000]) func `elements, attributes and texts arrive in order for pieces of any size`(
        bytes: Int
    ) throws {
        let notes = Notes()
        let reader = XMLReader(notes)
        let text = Array("<?xml version=\"1.0\"?><!-- x --><n:a k=\"1\"><b/>&lt;<![CDATA[&]]></n:a>".utf8)
        for start in stride(from: 0, to: text.count, by: bytes) {
            try reader.parse(text[start..<min(start + bytes, text.count)], isLast: start + bytes >= text.count)
        }
        #expect(notes.lines.joined() == "<a k=1><b ></b><&</a>")
    }

    private static let long = String(repeating: "x", count: 200_000)

    @Test(
        arguments: [
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "document type"),
            ("<!DOCTYPE a [<!ATTLIST b c CDATA \"d\">]><a/>", "document type"),
            ("<!DOCTYPE a SYSTEM \"b\"><a/>", "document type"),
            (String(repeating: "<a>", count: 1_000_000), "nested more than 100"),
            ("<a><!--\(long)--></a>", "longer than 65536"),
            ("<a b=\"\(long)\"/>", "longer than 65536"),
            ("<a \((0..<20_000).map { "b\($0)=\"\"" }.joined(separator: " "))/>", "longer than 65536"),
            ("<\(long)/>", "longer than 65536"),
            ("<a><?b \(long)?></a>", "longer than 65536"),
            ("<a><!--\(long)", "longer than 65536"),
            ("<a>&b;</a>", "entity"),
        ], [Int.max, 16_384])
    func `a document that expands or nests without bound is refused with line and column`(
        document: (text: String, reason: String), pieceBytes: Int
    ) throws {
        let failure = try #require(Self.failure(document.text, pieceBytes: pieceBytes))
        #expect(failure.reason.contains(document.reason), "\(failure)")
        #expect(failure.line >= 1 && failure.column >= 1)
    }

    @Test func `a document type is accepted only if it is allowed and declares nothing`() {
        var limits = XMLReader.Limits()
        limits.allowsDocumentType = true
        #expect(Self.failure("<!DOCTYPE a PUBLIC \"b\" \"c\"><a/>", limits: limits) == nil)
        #expect(Self.failure("<!DOCTYPE a [<!ATTLIST b c CDATA \"d\">]><a/>", limits: limits) != nil)
        #expect(Self.failure("<!DOCTYPE a PUBLIC \"b\" \"c\"><a>&d;</a>", limits: limits) != nil)
    }

    @Test func `long texts are accepted up to the maximum size of the document`() {
        #expect(Self.failure("<a>\(Self.long)</a>", pieceBytes: 1000) == nil)
        var limits = XMLReader.Limits()
        limits.maxBytes = 100_000
        #expect(
            Self.failure("<a>\(Self.long)</a>", limits: limits, pieceBytes: 1000)?.reason.contains("longer") == true)
    }
}
