import Platform
import Testing

@testable import Positions

@Suite("JSON in one line")
struct JSONValueTests {
    private func read(_ text: String) -> JSONValue? { JSONValue(json: Array(text.utf8)) }

    @Test func `every kind of value is read`() {
        let text = #" {"a": [1, -2.5e3, 0, true, false, null], "b\u00e9\ud83d\ude00": "\"\\\/\n", "a": {}} "#
        #expect(read(text) == .object(["a": .object([:]), "bé😀": .text("\"\\/\n")]))
        #expect(
            read("[1,-2.5e3,0,true,false,null,\"\"]")
                == .list([.number(1), .number(-2500), .number(0), .bool(true), .bool(false), .null, .text("")]))
    }

    @Test(
        arguments: [
            "", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "1.", ".5", "+1", "1e", "nul", "\"a", "1 2",
            "\"\\x\"", "\"\\ud800\"", "\"\\u+123\"", "NaN", "1e999", "[1,,2]", "\"\u{1}\"", "{\"a\":1\"b\":2}",
        ])
    func `invalid JSON is refused`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `deep nesting and broken characters are refused`() {
        #expect(read(String(repeating: "[", count: 60_000)) == nil)
        #expect(read(String(repeating: "[", count: 20) + String(repeating: "]", count: 20)) != nil)
        #expect(JSONValue(json: [0x22, 0xFF, 0x22]) == nil)
    }

    @Test func `no mutation of a line crashes the reader`() {
        var generator = SplitMix64(seed: 11)
        let line = Array(#"{"class":"SKY","hdop":1.25e0,"satellites":[{"used":true,"n":"\u00e9"}],"x":null}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = line
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 8)
            _ = JSONValue(json: bytes)
            _ = GPSDReport(line: bytes)
        }
    }
}
