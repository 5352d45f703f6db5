import Testing
import TOMLKit

@testable import TOML

@Suite struct TOMLDocumentTests {
    @Test(arguments: [
        #"a = 1"#, #"a.b."c d" = 1_000"#, #"'lit' = 0xdead_BEEF"#,
        #"a = [0o17, 0b101, -0, +9_223_372_036_854_775_807]"#,
        #"a = [1.5, -1e3, +6.25E-2, 1_0.0_1, inf, -inf, 0.0]"#, "a = [1979-05-27T07:32:00.999-07:00]\nb = 1979-05-27",
        "a = [07:32:00, 1979-05-27 07:32:00Z, 1979-05-27t07:32:00]", #"a = "\b\t\n\f\r\"\\\u00e9\U0001F600""#,
        "a = \"\"\"\nx\\\n   \n  y \\\"\"\" z\"\"\"\"\"", "a = '''\n''x\\n\n'''''",
        "a = {b.c = 1, d = {}, \"e\" = [[], {}]}",
        "[a.b]\nc = 1\n[a]\nd = 2\n[a.b.e]\n", "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 1", "a.b = 1\na.c = 2\n[a.d]\ne = 1",
        "\u{FEFF}# \u{E9}\t\r\n\r\na = [ # one\n 1 , # two\n\n 2,\n]\r\n", "  [ 'a' . b ]  # [=\n'=' = true",
        "a = \"[=\"\n", "",
    ])
    func `a document has the same meaning as for an independent parser`(_ text: String) throws {
        let own = try TOMLReader.table(of: text, file: "drive.toml")
        let theirs = try TOMLKit.TOMLTable(string: text)
        #expect(try Self.shape(own) == Self.shape(theirs))
    }

    @Test(arguments: [
        // The first six crashed the library that was used before.
        ("[.us]", 1, 2), ("a = 1\n[ = 1", 2, 3), ("[[[a]]]", 1, 3), ("[\n]", 1, 2), ("a = [1,}", 1, 8),
        ("a = 1979-05-27Tlangu07:32:00", 1, 5), ("a = 1\na = 2", 2, 1), ("[a]\n[a]", 2, 1), ("a = 1\na.b = 2", 2, 1),
        ("a = {b = 1}\n[a.c]", 2, 1), ("a = {b = 1}\na.c = 2", 2, 1), ("a = []\n[[a]]", 2, 1), ("[a]\n[[a]]", 2, 1),
        ("[a.b]\n[a]\nb.c = 1", 3, 1), ("a = 01", 1, 5), ("a = 1__0", 1, 5), ("a = 1.", 1, 5), ("a = .5", 1, 5),
        ("a = 9223372036854775808", 1, 5), ("a = 0x", 1, 5), ("a = 1e", 1, 5), ("a = +-1", 1, 5),
        ("a = 2026-13-01", 1, 5),
        ("a = 24:00:00", 1, 5), ("a = \"x", 1, 5), ("a = 'x\n'", 1, 5), ("\n\na = '''x", 3, 5), ("a = \"\\x\"", 1, 6),
        ("a = \"\\ud800\"", 1, 6), ("a = yes", 1, 5), ("a = ", 1, 5), ("a", 1, 2), ("a 1", 1, 3), ("= 1", 1, 1),
        ("a = 1 b = 2", 1, 7), ("a = {b = 1,}", 1, 12), ("a = {b = 1\n}", 1, 11), ("a = [1 2]", 1, 8),
        ("a = 1 # \u{1}", 1, 9),
        ("a = \"\u{0}\"", 1, 6), ("a = 1\rb = 2", 1, 6), ("\u{E9} = 1", 1, 1), ("[a", 1, 3), ("[a]]", 1, 4),
    ])
    func `invalid TOML is refused with its line and column`(_ text: String, _ line: Int, _ column: Int) throws {
        let error = try #require(throws: ConfigurationError.self) { try TOMLDocument(text: text, file: "drive.toml") }
        #expect(error.place == FilePosition(line: line, column: column), "\(error)")
    }

    @Test func `deep nesting does not overflow the stack`() {
        for text in [
            "a = " + String(repeating: "[", count: 100_000), "a = " + String(repeating: "{a = ", count: 100_000),
            String(repeating: "a.", count: 100_000) + "a = 1", "[" + String(repeating: "a.", count: 100_000) + "a]",
        ] {
            #expect(throws: ConfigurationError.self) { try TOMLDocument(text: text, file: "deep.toml") }
        }
    }

    @Test func `lists of tables are read from braces and from headers`() throws {
        let text = "a = [\n  { b = 1 },\n  {}, { b = 'x' },\n]\nc = [1]\nd = []\n[[e]]\nb = 3\n[[e]]\nb = 4\n"
        let root = try TOMLDocument(text: text, file: "drive.toml").root
        let braces = try #require(try root.sections("a"))
        #expect(braces.map(\.name) == ["a[1]", "a[2]", "a[3]"])
        #expect(try braces[0].integer("b") == 1)
        #expect(braces[0].place(of: "b") == FilePosition(line: 2, column: 5))
        #expect(braces[1].place(of: "b") == FilePosition(line: 1, column: 1), "an empty one is where the list is")
        let error = #expect(throws: ConfigurationError.self) { try braces[2].integer("b") }
        #expect(error?.description == "drive.toml:3:9: \"a[3].b\" must be a whole number, not a text")
        #expect(try root.sections("e")?.map { try $0.integer("b") } == [3, 4])
        #expect(try root.sections("d")?.isEmpty == true && root.sections("x") == nil)
        #expect(root.isList("a") && root.isList("e") && !root.isList("x"))
        let wrong = #expect(throws: ConfigurationError.self) { try root.sections("c") }
        #expect(
            wrong?.description
                == "drive.toml:5:1: \"c\" must be a list of tables { … } only, not one with a whole number")
    }

    @Test func `every key has its line and column`() throws {
        let root = try TOMLDocument(text: "a = 1\n[b]\n  c = {d = 2}\n'e.f' = 3", file: "drive.toml").root
        let section = try #require(try root.section("b"))
        #expect(root.place(of: "a") == FilePosition(line: 1, column: 1))
        #expect(root.place(of: "b") == FilePosition(line: 2, column: 1))
        #expect(section.place(of: "c.d") == FilePosition(line: 3, column: 8))
        #expect(section.place(of: "e.f") == FilePosition(line: 4, column: 1))
        #expect(section.place(of: "missing") == FilePosition(line: 2, column: 1))
    }

    // MARK: - Common Representation

    private static func shape(_ table: OwnTOMLTable) throws -> String {
        let entries = try table.keys.sorted().map { key in
            "\(key.debugDescription): \(try table[key].map { try shape($0.value) } ?? "?")"
        }
        return "{" + entries.joined(separator: ", ") + "}"
    }

    private static func shape(_ value: OwnTOMLValue) throws -> String {
        switch value {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number) number"
        case .text(let text): text.debugDescription
        case .time: "time"
        case .list(let values): "[" + (try values.map(shape).joined(separator: ", ")) + "]"
        case .table(let table): try shape(table)
        case .tables(let tables): "tables, the last " + (try shape(tables.last))
        }
    }

    private static func shape(_ table: TOMLKit.TOMLTable) throws -> String {
        let entries = try table.keys.sorted().map { key in
            "\(key.debugDescription): \(try table[key].map { try shape($0) } ?? "?")"
        }
        return "{" + entries.joined(separator: ", ") + "}"
    }

    private static func shape(_ value: any TOMLValueConvertible) throws -> String {
        switch value.type {
        case .bool: return "\(value.bool ?? false)"
        case .int: return "\(value.int ?? 0)"
        case .double: return "\(value.double ?? 0) number"
        case .string: return (value.string ?? "").debugDescription
        case .table: return try value.table.map { try shape($0) } ?? "?"
        case .array:
            guard let array = value.array else { return "?" }
            // Only headers make a list of tables without braces.
            if let last = array.last?.table, !last.inline { return "tables, the last " + (try shape(last)) }
            return "[" + (try array.map { try shape($0) }.joined(separator: ", ")) + "]"
        default: return "time"
        }
    }
}
