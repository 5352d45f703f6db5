/// Suggestions for misspelled words.
public enum NearestWord {
    /// The candidate with the fewest edits to `word`; `nil` if even that one is too different.
    public static func find(_ word: String, among candidates: some Sequence<String>) -> String? {
        let best = candidates.map { (word: $0, edits: edits(from: word, to: $0)) }.min { $0.edits < $1.edits }
        guard let best, best.edits <= max(2, word.count / 3) else { return nil }
        return best.word
    }

    /// Levenshtein distance: insertions, deletions and substitutions that turn one word into the other.
    static func edits(from old: String, to new: String) -> Int {
        let new = Array(new)
        var row = Array(0...new.count)
        for (i, character) in old.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in new.enumerated() {
                let substituted = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[new.count]
    }
}
