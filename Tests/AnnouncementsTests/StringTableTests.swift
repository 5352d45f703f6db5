import Announcements
import Glibc
import Platform
import TestSupport
import Testing

@Suite struct StringTableTests {
    private func read(_ text: String) throws -> [String: String] {
        try StringTable(Array(text.utf8), name: "x.strings").texts
    }

    @Test func `entries, comments and escapes are read`() throws {
        let text = #"""
            /* a comment "with" = quotes; */
            "guidance_now" = "jetzt"; // another one
            bare.key-1_x = "\"\\\n\t\r\'\U00e4\u00DF\UD83D\UDE97";
            "two" /* here too */ = "lines
            of text" ;
            """#
        #expect(
            try read(text) == [
                "guidance_now": "jetzt", "bare.key-1_x": "\"\\\n\t\r'äß🚗", "two": "lines\nof text",
            ])
    }

    @Test func `an empty file is an empty table`() throws {
        #expect(try read("").isEmpty)
        #expect(try read(" // only a comment").isEmpty)
    }

    @Test func `byte order marks are accepted`() throws {
        let entry = "\"a\" = \"ä\";"
        let units = Array(entry.utf16)
        let little: [UInt8] =
            [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(entry.utf8)
        for bytes in [Array(entry.utf8), marked, little, big] {
            #expect(try StringTable(bytes).texts == ["a": "ä"])
        }
    }

    @Test(arguments: [
        ("\"a\" \"b\";", 1, 5, "expected '='"), ("\"a\" = ;", 1, 7, "expected a text"),
        ("\n  \"a\" = \"b\"", 2, 12, "';'"),
        ("\"a\" = \"b", 1, 7, "no end"), ("/* open", 1, 1, "no end"), ("\n{", 2, 1, "expected a key"),
        ("\"a\" = \"\\", 1, 9, "after a backslash"), ("\"a\" = \"\\U12\";", 1, 9, "four hexadecimal"),
        ("\"a\" = \"\\UD83D\";", 1, 9, "surrogate"), ("\"a\" = \"\\UDE97\";", 1, 9, "surrogate"),
        ("/x", 1, 1, "comment"),
    ])
    func `an error names line and column`(_ text: String, _ line: Int, _ column: Int, _ problem: String) throws {
        let error = #expect(throws: AnnouncementError.self) { try read(text) }
        guard case .malformedTable("x.strings", let foundLine, let foundColumn, let found) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect((foundLine, foundColumn) == (line, column) && found.contains(problem), "\(found)")
    }

    @Test func `the last text of a repeated key counts`() throws {
        #expect(try read("\"a\" = \"1\";\n\"b\" = \"2\";\n\"a\" = \"3\";") == ["a": "3", "b": "2"])
    }

    @Test func `unknown escapes give the character itself`() throws {
        #expect(try read(#""a" = "100\% \/ \344\60";"#) == ["a": "100% / ä0"])
    }

    @Test func `invalid text is refused with its line and column`() {
        #expect(throws: AnnouncementError.notText(table: "t", line: 2, column: 3)) {
            try StringTable(Array("a\nxy".utf8) + [0xFF], name: "t")
        }
        #expect(throws: AnnouncementError.self) { try StringTable([0xFF, 0xFE, 0x41], name: "t") }
        #expect(throws: AnnouncementError.self) { try StringTable([0xFF, 0xFE, 0x00, 0xD8], name: "t") }
    }

    @Test func `random bytes are refused without a crash`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<3000 {
            let count = Int.random(in: 0..<60, using: &random)
            let alphabet = Array("\"\"==;;/*\\Uu0dab \n|".utf8) + [0xFF, 0xC3, 0xED]
            let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
            do throws(AnnouncementError) {
                _ = try StringTable(bytes)
            } catch {
                switch error {
                case .notText(_, let line, let column), .malformedTable(_, let line, let column, _):
                    if line < 1 || column < 1 { Issue.record("\(bytes) is refused without a place: \(error)") }
                default: Issue.record("\(bytes) is refused with another error: \(error)")
                }
            }
        }
    }

    @Test func `the error names a missing file`() {
        #expect {
            try StringTable(contentsOf: "/nonexistent/en.strings")
        } throws: {
            "\($0)".contains("/nonexistent/en.strings")
        }
        #expect(throws: AnnouncementError.self) { try StringTable(contentsOf: "/") }
    }
}
