import Testing

@testable import Haptics

extension PatternFolder {
    /// The tables of this checkout.
    static let checkout = PatternFolder(
        path: #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Tables")
}

extension PatternTable {
    /// A table that extends `wristband`.
    static func changed(_ text: String) throws(PatternTableError) -> PatternTable {
        try PatternTable(text: "extends = \"wristband\"\n" + text, file: "mine.toml", name: "mine.toml") { _ in
            .wristband
        }
    }
}

/// The error of a table that extends `wristband`; empty if there is none. Its lines count from 2.
func complaint(_ text: String) -> String {
    do throws(PatternTableError) {
        _ = try PatternTable.changed(text)
        return ""
    } catch {
        return "\(error)"
    }
}
