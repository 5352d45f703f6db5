import Foundation
import Testing

/// Checks that all guides have the same sections and that links to sections are valid.
@Suite("The structure of documents") struct ShapeTests {
    @Test func `the guide of each control has the same sections and a command to try`() throws {
        let guides = Repository.files(below: "Plugins") {
            $0.hasSuffix("README.md") && $0.split(separator: "/").count == 2
        }
        #expect(guides.count >= 8)
        for path in guides {
            let text = try Repository.text(path)
            var place = text.startIndex
            for heading in ["## Try it", "## Settings", "## Reports", "## Failures"] {
                guard let range = text[place...].firstRange(of: "\n\(heading)\n") else {
                    Issue.record("\(path) has no section \(heading), or has it elsewhere")
                    continue
                }
                place = range.upperBound
            }
            if !text.contains("settings.sample.toml"), !text.contains("```toml"), !text.contains("| key |") {
                Issue.record("\(path) does not list the settings")
            }
            let tried = text.components(separatedBy: "\n## Try it\n").dropFirst().first ?? ""
            let section = tried.components(separatedBy: "\n## ")[0]
            if !section.contains("```sh") { Issue.record("\(path) has no command to try") }
        }
    }

    @Test func `every link to a section is valid`() throws {
        var paths = Repository.rootNames.filter { $0.hasSuffix(".md") }
        for folder in ["docs", "Plugins", "examples", "proto", "config"] {
            paths += Repository.files(below: folder) { $0.hasSuffix(".md") && !$0.contains(".build/") }
        }
        for path in paths {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            for match in Self.prose(try Repository.text(path)).matches(of: #/\]\(([^)\s]*)#([^)\s]+)\)/#) {
                let (file, anchor) = (String(match.output.1), String(match.output.2))
                if file.contains("://") { continue }
                let target = file.isEmpty ? path : Self.resolved(folder, file)
                guard target.hasSuffix(".md"), Repository.has(target) else { continue }
                if !Self.anchors(of: try Repository.text(target)).contains(anchor) {
                    Issue.record("\(path) links to \(target)#\(anchor), which does not exist")
                }
            }
        }
    }

    @Test func `the index names every document`() throws {
        let index = try Repository.text("docs/README.md")
        for path in Repository.files(below: "docs", where: { $0.hasSuffix(".md") && !$0.contains("/") })
        where path != "docs/README.md" {
            let name = path.replacing("docs/", with: "")
            if !index.contains("(\(name)") { Issue.record("docs/README.md has no link to \(name)") }
        }
    }

    /// The text without its blocks of code.
    private static func prose(_ text: String) -> String {
        text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
    }

    private static func resolved(_ folder: String, _ file: String) -> String {
        var parts = folder.split(separator: "/").map(String.init)
        for part in file.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    /// The anchors of the headings, as in the usual renderers of Markdown.
    private static func anchors(of text: String) -> Set<String> {
        Set(
            prose("\n" + text).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
                let words = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                return String(words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }).replacing(
                    " ", with: "-")
            })
    }
}
