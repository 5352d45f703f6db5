/// A text file of a template, or of a new control.
struct ScaffoldFile: Hashable {
    /// Path from the folder ("Sources/main.swift").
    var path: String
    var text: String
    /// Whether it may be run.
    var isExecutable = false

    /// The file with words replaced in its text and in its path, one after the other.
    func replacing(_ words: [(old: String, new: String)]) -> ScaffoldFile {
        var file = self
        for (old, new) in words {
            file.path = file.path.replacing(old, with: new)
            file.text = file.text.replacing(old, with: new)
        }
        return file
    }

    /// The file without the comments that say how a test runs the commands of a page.
    var withoutMarks: ScaffoldFile {
        guard path.hasSuffix(".md") else { return self }
        var file = self
        file.text = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !($0.hasPrefix("<!--") && $0.hasSuffix("-->")) }.joined(separator: "\n")
        return file
    }
}
