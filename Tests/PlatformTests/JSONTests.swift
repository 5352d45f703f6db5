import Platform
import TestSupport
import Testing

@Suite("Reading JSON")
struct JSONTests {
    private func root(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

    /// The value as JSON again.
    private func written(_ node: JSONNode) -> JSONText {
        if let text = node.text { return .string(text) }
        if let number = node.number { return .number(number) }
        if let flag = node.flag { return .bool(flag) }
        if let elements = node.elements { return .array(elements.map(written)) }
        return node.kind == .object ? .object([]) : .null
    }

    @Test func `every kind of value is read`() throws {
        let text = #" {"a": [1, -2.5e3, 0, true, false, null], "b\u00e9\ud83d\ude00": "\"\\\/\n", "c": {}} "#
        let root = try root(text)
        #expect(root.memberNames == ["a", "bé😀", "c"])
        #expect(root.member("a").map(written) == [1.0, -2500.0, 0.0, true, false, nil])
        #expect(root.member("c")?.memberNames == [])
        let members = try #require(try? self.root(#"["\"\\\/\n\b\f\r\t", "", "\u00C9\uD83d\uDe00"]"#).elements)
        #expect(members.map(\.text) == ["\"\\/\n\u{8}\u{C}\r\t", "", "É😀"])
    }

    @Test func `a value of another kind is absent`() throws {
        let root = try root(#"{"text": "1", "number": 1, "flag": true, "none": null, "list": [], "flag": false}"#)
        for name: StaticString in ["number", "flag", "list", "none", "missing"] {
            #expect(root.member(name)?.text == nil)
        }
        for name: StaticString in ["text", "flag", "list", "none"] { #expect(root.member(name)?.number == nil) }
        #expect(root.member("text")?.flag == nil && root.member("flag")?.flag == true)
        #expect(root.member("text")?.elements == nil && root.elements == nil && root.member("none") == nil)
    }

    @Test(
        arguments: [
            "", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "1.", ".5", "+1", "1e", "nul", "\"a", "1 2",
            "\"\\x\"", "\"\\u+123\"", "\"\\u12", "\"\\u123\"", "NaN", "[1,,2]", "\"\u{1}\"", "{\"a\":1\"b\":2}",
        ])
    func `invalid JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try root(text) }
    }

    @Test func `a number out of range and half a surrogate pair are no failures of the document`() throws {
        #expect(try root("1e999").number == nil)
        #expect(try root("\"\\ud800\"").text == "\u{FFFD}")
    }

    @Test func `deep nesting and broken characters are refused`() throws {
        #expect(throws: JSONError.self) { try root(String(repeating: "[", count: 60_000)) }
        #expect(try root(String(repeating: "[", count: 20) + String(repeating: "]", count: 20)).kind == .list)
        #expect(throws: JSONError.syntax(problem: "the bytes there are not UTF-8", byteOffset: 1)) {
            try JSONDocument([0x22, 0xFF, 0x22])
        }
    }

    @Test func `no mutation of a line crashes the reader, and what is read can be written and read again`() {
        let readCount = MutatedJSON.readCount { bytes in
            guard let root = try? JSONDocument(bytes).root else { return false }
            for name: StaticString in ["class", "hdop", "satellites", "x"] {
                guard let value = root.member(name).map(written) else { continue }
                let again = (try? JSONDocument(value.bytes).root).map(written)
                if again != value { Issue.record("\(value.text) is read as \(again?.text ?? "no JSON")") }
            }
            return true
        }
        #expect((1..<MutatedJSON.count).contains(readCount))
    }
}
