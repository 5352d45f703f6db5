/// The inflection of names: for each grammatical case, the endings of words and their replacements.
///
///     [cases.accusative]
///     "ая" = "ую"
public struct NameEndings: Sendable, Hashable {
    /// For each case, the new ending for each old one.
    private var cases: [String: [String: String]] = [:]

    /// Creates the endings of a language without inflected names.
    public init() {}

    /// Sets the replacement of an ending in a case.
    mutating func add(_ ending: String, becomes new: String, in grammaticalCase: String) {
        cases[grammaticalCase, default: [:]][ending] = new
    }

    /// Returns these endings together with those of `others` that are not in this table.
    func overlaid(on others: NameEndings) -> NameEndings {
        var merged = self
        merged.cases.merge(others.cases) { own, other in own.merging(other) { own, _ in own } }
        return merged
    }

    /// Returns `name` with every word inflected in the case. The longest ending that matches applies.
    ///
    /// An ending that begins with a space is a whole word. One with a space inside applies to a word after a word with
    /// the ending before the space, and only the word's own ending is replaced.
    func inflect(_ name: String, case grammaticalCase: String) -> String {
        guard let endings = cases[grammaticalCase] else { return name }
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        return words.indices.map { index in
            Self.inflect(words[index], after: index > 0 ? words[index - 1] : "", endings)
        }.joined(separator: " ")
    }

    private static func inflect(
        _ word: Substring, after before: Substring, _ endings: [String: String]
    ) -> String {
        let whole = " " + word
        var best: (rank: Int, old: Int, new: String)?
        for (ending, new) in endings where !ending.isEmpty && ending.count > best?.rank ?? 0 {
            if whole.hasSuffix(ending) {
                best = (ending.count, ending.count, new)
            } else if let space = ending.dropFirst().firstIndex(of: " ") {
                let own = ending[ending.index(after: space)...]
                if before.hasSuffix(ending[..<space]), word.hasSuffix(own) { best = (ending.count, own.count, new) }
            }
        }
        guard let best else { return String(word) }
        return String((whole.dropLast(best.old) + best.new).drop { $0 == " " })
    }
}
