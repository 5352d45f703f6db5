/// Breaks text into lines.
enum TextWrapping {
    /// The lines of a text, of at most so many columns unless a single word is longer.
    static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
