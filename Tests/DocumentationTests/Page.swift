import Foundation
import Testing

/// A document of the repository, with the commands in it.
struct Page: Sendable, CustomTestStringConvertible {
    /// Path from the root of the repository ("docs/recordings.md").
    let path: String
    /// Blocks of commands, in order.
    let blocks: [Block]
    /// The problems of its marks and blocks.
    let complaints: [String]

    var testDescription: String { path }

    init(path: String, text: String) {
        var reader = PageReader(path: path)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            reader.take(String(line), number: index + 1)
        }
        reader.end()
        self.path = path
        (blocks, complaints) = (reader.blocks, reader.complaints)
    }
}

/// A block of commands.
struct Block: Sendable {
    /// Line of the opening fence.
    let line: Int
    /// The commands, as the page shows them.
    var text = ""
    /// The marks before it.
    var marks = Marks()
    /// The output that the page shows, if any.
    var sample: String?
}

/// Reads a page line by line.
private struct PageReader {
    let path: String
    var blocks: [Block] = []
    var complaints: [String] = []
    private var open: (language: String, indent: Int, text: [String])?
    private var opening = 0
    /// The lines around a generated table, which say nothing about commands.
    private static let tableMarks = [
        "<!-- settings: made from plugin.toml by navbus control settings -->", "<!-- end of settings -->",
    ]

    private var marks = Marks()
    private var pending: [String] = []
    /// Whether the last block of commands was the previous element.
    private var isRightBehind = false

    init(path: String) { self.path = path }

    mutating func take(_ line: String, number: Int) {
        let bare = line.trimmingCharacters(in: .whitespaces)
        if open != nil { return inside(line, bare, number) }
        if bare.hasPrefix("```") {
            open = (String(bare.dropFirst(3)), line.prefix { $0 == " " }.count, [])
            opening = number
        } else if bare.hasPrefix("<!--"), !Self.tableMarks.contains(bare) {
            mark(bare, number)
        } else if !bare.isEmpty {
            // Only comments directly before a block apply to it.
            if !pending.isEmpty { complaints.append("\(path):\(number): a mark without a block of commands after it") }
            (marks, pending, isRightBehind) = (Marks(), [], false)
        }
    }

    mutating func end() {
        if open != nil { complaints.append("\(path):\(opening): a block without an end") }
        if !pending.isEmpty { complaints.append("\(path): a mark without a block of commands after it") }
    }

    private mutating func inside(_ line: String, _ bare: String, _ number: Int) {
        guard bare.hasPrefix("```") else {
            let indent = min(open?.indent ?? 0, line.prefix { $0 == " " }.count)
            open?.text.append(String(line.dropFirst(indent)))
            return
        }
        guard let (language, _, lines) = open else { return }
        open = nil
        let text = lines.joined(separator: "\n")
        if language == "sh" {
            blocks.append(Block(line: opening, text: text, marks: marks))
            isRightBehind = true
        } else {
            if ["bash", "console", "shell"].contains(language) {
                complaints.append("\(path):\(opening): blocks of commands must be sh, not \(language)")
            }
            if ["", "text"].contains(language), isRightBehind, !blocks.isEmpty {
                blocks[blocks.count - 1].sample = text
            }
            isRightBehind = false
        }
        (marks, pending) = (Marks(), [])
    }

    private mutating func mark(_ bare: String, _ number: Int) {
        guard bare.hasSuffix("-->") else {
            complaints.append("\(path):\(number): a comment must be on one line")
            return
        }
        let words = bare.dropFirst(4).dropLast(3).trimmingCharacters(in: .whitespaces)
        do throws(MarkError) {
            try marks.take(words)
            pending.append(words)
        } catch {
            complaints.append("\(path):\(number): \(error)")
        }
    }
}
