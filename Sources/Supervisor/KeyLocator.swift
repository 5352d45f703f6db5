/// Finds where a key stands in a TOML text that is known to parse.
///
/// The TOML library gives positions for syntax errors only. An unknown key is found by this scan over
/// the lines: table headers and `key =` at the start of a line, which is how people write configuration.
struct KeyLocator {
    private let lines: [Substring]

    init(text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The place of the key with this path (`["source", "speed"]`); of a key in an inline table, the place where that
    /// table begins; `nil` if it is written in an unusual form.
    func place(of path: [String]) -> SourcePlace? {
        for length in stride(from: path.count, to: 0, by: -1) {
            if let place = exactPlace(of: Array(path[..<length])) { return place }
        }
        return nil
    }

    private func exactPlace(of path: [String]) -> SourcePlace? {
        var table: [String] = []
        for (index, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " || $0 == "\t" }
            let content = line[indent.endIndex...]
            let column = indent.utf8.count + 1
            if content.first == "[" {
                table = Self.keys(content.drop { $0 == "[" }.prefix { $0 != "]" })
                if table == path { return SourcePlace(line: index + 1, column: column) }
            } else if let equals = content.firstIndex(of: "="), content.first != "#" {
                let written = table + Self.keys(content[..<equals])
                if written.starts(with: path), written.count > table.count {
                    return SourcePlace(line: index + 1, column: column)
                }
            }
        }
        return nil
    }

    private static func keys(_ text: Substring) -> [String] {
        text.split(separator: ".").map { key in
            let bare = key.drop { " \t\"'".contains($0) }
            return String(bare.reversed().drop { " \t\"'\r".contains($0) }.reversed())
        }
    }
}
