import Foundation
import Testing

@Suite("Names in the documents")
struct DocumentationTests {
    @Test func `every make target in a document is in the Makefile`() throws {
        let targets = Set(
            try Repository.text("Makefile").lines.compactMap { line in
                line.contains(":") && line.first?.isLetter == true
                    ? line.split(separator: ":").first.map(String.init) : nil
            })
        for (place, command) in try commands() where command.first == "make" {
            for word in command.dropFirst() where !word.contains("=") && !word.hasPrefix("-") {
                if !targets.contains(word) { Issue.record("\(place): the Makefile has no target \(word)") }
            }
        }
    }

    @Test func `every command of navbus in a document exists`() throws {
        let marker = "commandName: \""
        let verbs = try Repository.texts(below: ["Sources/navbus"], ending: [".swift"]).flatMap { file in
            file.text.components(separatedBy: marker).dropFirst().compactMap { $0.split(separator: "\"").first }
        }
        for (place, command) in try commands() where command.first == "navbus" {
            guard let verb = command.dropFirst().first, !verb.hasPrefix("-") else { continue }
            if verbs.contains(Substring(verb)) { continue }
            let named = try Repository.controls().first {
                try $0.lowercased() == verb
                    || Repository.text("Plugins/\($0)/plugin.toml").lines.contains("alias = \"\(verb)\"")
            }
            guard let control = named else {
                Issue.record("\(place): navbus has neither a command nor a control \(verb)")
                continue
            }
            guard let word = command.dropFirst(2).first, !word.hasPrefix("-") else { continue }
            let sources = try Repository.texts(
                below: ["Plugins/\(control)/Sources", "Tools/\(control)"].filter(Repository.has), ending: [".swift"])
            if !sources.contains(where: { $0.text.contains("\"\(word)\"") }) {
                Issue.record("\(place): the control \(verb) has no command \(word)")
            }
        }
    }

    @Test func `every linked file exists`() throws {
        for file in try Repository.texts(ending: [".md"]) {
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            for target in file.text.components(separatedBy: "](").dropFirst().compactMap({
                $0.split(separator: ")").first
            })
            where !target.contains("://") && !target.hasPrefix("#") {
                let path = String(target.split(separator: "#").first ?? "")
                let whole = folder.isEmpty ? path : "\(folder)/\(path)"
                if !Repository.has(whole) { Issue.record("\(file.path) links to \(path), which does not exist") }
            }
        }
    }

    @Test
    func `a decision record has all its sections`()
        throws
    {
        let records = try Repository.texts(below: ["docs/decisions"], ending: [".md"])
        #expect(records.count >= 5)
        for record in records {
            for heading in ["## Problem", "## Choice", "## Alternatives", "## Consequences"]
            where !record.lines.contains(heading) {
                Issue.record("\(record.path) has no \(heading)")
            }
        }
    }

    @Test func `the licences exist`() throws {
        #expect(try Repository.text("LICENSE").text.contains("Apache License"))
        let notice = try Repository.text("examples/first-drive/LICENSE").text
        #expect(notice.contains("OpenStreetMap contributors"))
        #expect(notice.contains("Open Database License"))
    }

    @Test func `every test in the list of capabilities exists`() throws {
        let list = try Repository.text("docs/capabilities.md")
        let tests = try Repository.texts(below: ["Tests", "Plugins", "Tools"], ending: [".swift"]).map(\.text)
        for name in list.lines.filter({ $0.hasPrefix("|") }).compactMap(Self.namedSuite) {
            if !tests.contains(where: { $0.contains("struct \(name)") }) {
                Issue.record("docs/capabilities.md names the suite \(name), which does not exist")
            }
        }
    }

    /// The last code word of a table row, if it is the name of a suite.
    private static func namedSuite(row: String) -> String? {
        let words = row.split(separator: "`")
        return words.last { $0.hasSuffix("Tests") }.map(String.init)
    }

    /// The commands in the code blocks of all documents, as words, with their positions.
    private func commands() throws -> [(place: String, words: [String])] {
        var found: [(place: String, words: [String])] = []
        for file in try Repository.texts(ending: [".md"]) {
            var isCode = false
            for (number, line) in file.lines.enumerated() {
                if line.hasPrefix("```") {
                    isCode.toggle()
                } else if isCode {
                    let words = line.split(separator: " ").map(String.init)
                    let command = words.prefix { !["#", "|", "&", "&&"].contains($0) }
                    found.append(("\(file.path):\(number + 1)", Array(command)))
                }
            }
        }
        return found
    }
}
