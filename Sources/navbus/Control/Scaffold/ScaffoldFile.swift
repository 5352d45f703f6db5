/// A text file of a template, or of a new control.
struct ScaffoldFile: Hashable {
    /// The path relative to the folder, such as "Sources/main.swift".
    var path: String
    var text: String
    /// Whether the file is executable.
    var isExecutable = false

    /// The file with words replaced in its text and its path.
    ///
    /// At each position the first matching word is replaced. Replacements are not searched again.
    func replacing(_ words: [(old: String, new: String)]) -> ScaffoldFile {
        var file = self
        file.path = Self.replacing(words, in: path)
        file.text = Self.replacing(words, in: text)
        return file
    }

    private static func replacing(_ words: [(old: String, new: String)], in text: String) -> String {
        let words = words.map { (old: Array($0.old.utf8), new: Array($0.new.utf8)) }
        var rest = Array(text.utf8)[...]
        var made: [UInt8] = []
        while let byte = rest.first {
            if let word = words.first(where: { rest.starts(with: $0.old) }) {
                made += word.new
                rest = rest.dropFirst(word.old.count)
            } else {
                made.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: made, as: UTF8.self)
    }

    /// The file without the comments that tell the tests how to run the commands of a page.
    var withoutTestComments: ScaffoldFile {
        guard path.hasSuffix(".md") else { return self }
        var file = self
        file.text = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !($0.hasPrefix("<!--") && $0.hasSuffix("-->")) }.joined(separator: "\n")
        return file
    }
}
