import Foundation
import TOMLKit
import Testing

@Suite("The documentation of the configuration")
struct ConfigurationDocumentTests {
    private static let document = "docs/configuration.md"

    /// The rows of the tables below a heading of the document, up to the next heading.
    private static func rows(of heading: String) throws -> [String] {
        let lines = try Repository.text(document).lines
        guard let start = lines.firstIndex(of: "## \(heading)") else { return [] }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
    }

    /// The keys that the reader allows in each section, from the calls of `allowOnly`.
    private static func keys() throws -> [String: [String]] {
        var sections: [String: [String]] = [:]
        for file in try Repository.texts(below: ["Sources/Launcher/Configuration"], ending: [".swift"]) {
            for match in file.text.matches(
                of: /func (\w+)\([^{]*?TOMLSection[^{]*?\{(?:(?!func )[\s\S])*?section\.allowOnly\(\[([^\]]*)\]\)/)
            {
                guard match.1 != "readService" else { continue }
                sections[String(match.1)] = match.2.matches(of: /"(\w+)"/).map { String($0.1) }
            }
            for match in file.text.matches(of: /static let (\w+)Keys = \[([^\]]*)\]/) {
                sections[String(match.1)] = match.2.matches(of: /"(\w+)"/).map { String($0.1) }
            }
            for match in file.text.matches(of: /root\.section\("(\w+)"\) \{\s*try section\.allowOnly\(\[([^\]]*)\]\)/) {
                sections[String(match.1)] = match.2.matches(of: /"(\w+)"/).map { String($0.1) }
            }
        }
        return sections
    }

    @Test func `the table of each section has exactly the keys of the section`()
        throws
    {
        let keys = try Self.keys()
        let sections: Set = [
            "bus", "source", "route", "guidance", "journal", "remote", "access", "supervision", "log", "record",
            "metrics",
        ]
        #expect(Set(keys.keys) == sections, "the reader is not recognised any more")
        for (section, keys) in keys {
            let rows = try Self.rows(of: "[\(section)]")
            for key in keys where !rows.contains(where: { $0.hasPrefix("| `\(key)` |") }) {
                Issue.record("\(Self.document): [\(section)] lacks \(key)")
            }
            for row in rows {
                guard let name = row.prefixMatch(of: /\| `(\w+)` \|/)?.1, !keys.contains(String(name)) else { continue }
                Issue.record("\(Self.document): navbus has no key \(name) in [\(section)]")
            }
        }
    }

    @Test func `the document has every setting of every control with default, bounds and choices`()
        throws
    {
        let rows = try Self.rows(of: "Controls")
        for control in try Repository.controls() {
            let id = control.lowercased()
            let manifest = try TOMLTable(string: Repository.text("Plugins/\(control)/plugin.toml").text)
            for (key, setting) in Self.settings(in: manifest["settings"]?.table, path: "") {
                let whole = rows.first { $0.hasPrefix("| `\(id).\(key)` |") }
                // Several settings of one table may share a row.
                let table = key.split(separator: ".").dropLast().joined(separator: ".")
                let row = try #require(
                    whole ?? rows.first { !table.isEmpty && $0.hasPrefix("| `\(id).\(table).…` |") },
                    "\(Self.document) lacks \(id).\(key)")
                if whole == nil { #expect(row.contains("`\(key.split(separator: ".").last ?? "")`"), "\(id).\(key)") }
                for word in Self.words(of: setting) where !row.contains(word) {
                    Issue.record("\(Self.document): the row of \(id).\(key) lacks \(word)")
                }
            }
        }
    }

    @Test func `each number of a control has bounds or a list of values`() throws {
        for control in try Repository.controls() {
            let manifest = try TOMLTable(string: Repository.text("Plugins/\(control)/plugin.toml").text)
            for (key, setting) in Self.settings(in: manifest["settings"]?.table, path: "") {
                guard ["integer", "number"].contains(setting["type"]?.string) else { continue }
                let isBounded = setting["min"] != nil && setting["max"] != nil
                // The speed of a line and the size of a picture have a few values instead of a range.
                #expect(isBounded || ["baud", "size"].contains(key), "Plugins/\(control)/plugin.toml: \(key)")
            }
        }
    }

    /// The texts that the document must have for a setting.
    private static func words(of setting: TOMLTable) -> [String] {
        var words = ["`\(value(setting["default"]))`"]
        for key in ["min", "max"] {
            guard let value = setting[key] else { continue }
            words.append(value.int.map { "\($0)" } ?? spelled(value.double ?? 0))
        }
        let choices = setting["choices"]?.table?.keys ?? setting["choices"]?.array?.compactMap(\.string) ?? []
        words += choices.map { "`\($0)`" }
        return words
    }

    /// A value in TOML.
    private static func value(_ value: (any TOMLValueConvertible)?) -> String {
        if let text = value?.string { return "\"\(text)\"" }
        if let list = value?.array { return "[\(list.map { Self.value($0) }.joined(separator: ", "))]" }
        if let bool = value?.bool { return "\(bool)" }
        return value?.int.map { "\($0)" } ?? value?.double.map { "\($0)" } ?? ""
    }

    private static func spelled(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    private static func settings(in table: TOMLTable?, path: String) -> [(String, TOMLTable)] {
        (table?.keys ?? []).flatMap { key -> [(String, TOMLTable)] in
            guard let entry = table?[key]?.table else { return [] }
            return entry["type"]?.string != nil ? [(path + key, entry)] : settings(in: entry, path: "\(path)\(key).")
        }
    }
}
