import Foundation
import TestSupport
import Testing

/// Checks that docs/troubleshooting.md has an entry for every message of the doctor.
@Suite("Troubleshooting") struct TroubleshootingTests {
    @Test func `every message of the doctor has an entry with the same text`() throws {
        let known = try Entry.all().map(\.words)
        for message in try Self.said() where !known.contains(message.words) {
            Issue.record("\(message.place): docs/troubleshooting.md has no entry for `\(message.words)`")
        }
    }

    @Test func `every entry is a message of the doctor, with its meaning and remedy`() throws {
        let said = Set(try Self.said().map(\.words))
        let entries = try Entry.all()
        #expect(entries.count > 30)
        for entry in entries {
            if !said.contains(entry.words) { Issue.record("no doctor prints `\(entry.words)` any more") }
            if entry.meaning.isEmpty || entry.remedy.isEmpty {
                Issue.record("the entry `\(entry.words)` is incomplete")
            }
        }
    }

    @Test func `the messages of the doctor on this machine have entries`() throws {
        let folder = try TemporaryFolder()
        let said = try BuiltProgram.navbus.run(
            ["doctor"], environment: ["XDG_RUNTIME_DIR": folder.path, "NO_COLOR": "1"])
        let entries = try Entry.all().map(\.words)
        let lines = said.lines.filter { $0.hasPrefix("absent") || $0.hasPrefix("fault") }
        #expect(!lines.isEmpty)
        for line in lines where !entries.contains(where: { Self.matches(line, $0) }) {
            Issue.record("docs/troubleshooting.md has no entry for: \(line)")
        }
    }

    // MARK: - Messages of the doctors

    private struct Message {
        let place: String
        let words: String
    }

    /// The texts of faults and absences and the names of counters, from the sources.
    private static func said() throws -> [Message] {
        var found: [Message] = []
        var paths = Repository.files(below: "Sources/Launcher/Doctor") { $0.hasSuffix(".swift") }
        paths += Repository.files(below: "Plugins") { $0.hasSuffix("DoctorCommand.swift") }
        paths.append("Sources/Receivers/ReceiversProcess.swift")
        for path in paths {
            let text = try Repository.text(path)
            for call in text.matches(
                of: #/Finding\(\s*(?:grade: )?\.(fault|absent),[^"]*?subject: ("[^"]*"|[a-z]\w*),\s*text: /#)
            {
                let words = literal(text[call.range.upperBound...])
                let isOpen = words.allSatisfy { "…: ".contains($0) }
                let named = text.firstMatch(of: #/static let subject = ("[^"]*")/#)?.output.1 ?? "\"control …\""
                let subject = call.output.2.hasPrefix("\"") ? call.output.2 : named
                found.append(Message(place: path, words: isOpen ? "\(literal(subject)): …" : words))
            }
            for counter in text.matches(of: /\n {8}"([a-z_]+)": \(/) {
                found.append(Message(place: path, words: String(counter.output.1)))
            }
        }
        return found
    }

    /// The string literal at the beginning of the text, with `…` for interpolations.
    private static func literal(_ text: Substring) -> String {
        guard text.first == "\"" else { return "…" }
        var (words, depth, previous) = ("", 0, Character(" "))
        for character in text.dropFirst() {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if character == "\"" {
                break
            } else if previous == "\\", character == "(" {
                words.removeLast()
                words += "…"
                depth = 1
            } else {
                words.append(character)
            }
            previous = character
        }
        return words
    }

    private static func matches(_ line: String, _ words: String) -> Bool {
        if words.allSatisfy({ $0.isLetter || $0 == "_" }), words.contains("_") { return line.contains(" \(words) ") }
        var rest = line[...]
        for part in words.components(separatedBy: "…") where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

/// A row of a table in docs/troubleshooting.md.
private struct Entry {
    let words: String
    let meaning: String
    let remedy: String

    static func all() throws -> [Entry] {
        try Repository.text("docs/troubleshooting.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count >= 3 else { return nil }
            return Entry(words: cells[0].replacing("`", with: ""), meaning: cells[1], remedy: cells[2])
        }
    }
}
