public import TOML

/// An error of a string table, or of a cue for which there is no sentence. The description completes "failed to …".
public enum AnnouncementError: Error, Sendable, Hashable {
    /// The file of a string table cannot be read; `reason` is the message of the system.
    case unreadableTable(path: String, reason: String)
    /// The byte at `line` and `column`, both counted from 1, is not valid text.
    case notText(table: String, line: Int, column: Int)
    /// The table has a syntax error at `line` and `column`, both counted from 1.
    case malformedTable(table: String, line: Int, column: Int, problem: String)
    /// A table in TOML has an error; the associated error names the line.
    case invalidTable(ConfigurationError)
    /// The string table has no text for any of `ids`, which were looked up in this order.
    case noPhrase(ids: [String])
    /// The event does not carry the step that its cue names.
    case missingStep(number: Int)
    /// The sentence of the grammar is empty, although all its fields are filled.
    case nothingToSay(grammar: String)
}

extension AnnouncementError: CustomStringConvertible {
    /// The rest of a sentence that begins with "failed to": what failed, where, and what to do.
    public var description: String {
        switch self {
        case .unreadableTable(let path, let reason):
            "read the string table \(path): \(reason); name a file that exists and is readable"
        case .notText(let table, let line, let column):
            "read \(table):\(line):\(column): a byte is not UTF-8; save the table as UTF-8 (or UTF-16 with byte order mark)"
        case .malformedTable(let table, let line, let column, let problem):
            "read \(table):\(line):\(column): \(problem); an entry is written \"key\" = \"text\";"
        case .invalidTable(let error):
            "read \(error)"
        case .noPhrase(let ids):
            "announce: the string table has no text for \(ids.joined(separator: " or ")); add one of them to the table"
        case .missingStep(let number):
            "announce: the event carries a cue for step \(number), but not that step; its sender must include it"
        case .nothingToSay(let grammar):
            "announce: the sentence of the grammar \(grammar) is empty; add the field MANOEUVRE1 in the string table"
        }
    }
}
