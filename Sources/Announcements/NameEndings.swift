/// How the words of a name bend in the cases of a language: endings and what they become, from a table.
///
///     [cases.accusative]
///     "ая" = "ую"
public struct NameEndings: Sendable, Hashable {
    /// For each case, the new endings by the old ones.
    private var cases: [String: [String: String]] = [:]

    /// A language whose names do not bend.
    public init() {}

    /// Sets what words with an ending become in a case.
    mutating func add(_ ending: String, becomes new: String, in grammaticalCase: String) {
        cases[grammaticalCase, default: [:]][ending] = new
    }

    /// Adds what `others` has beyond this.
    func over(_ others: NameEndings) -> NameEndings {
        var merged = self
        merged.cases.merge(others.cases) { own, other in own.merging(other) { own, _ in own } }
        return merged
    }

    /// `name` with every word of it in the case; the longest ending that fits counts.
    func inflect(_ name: String, case grammaticalCase: String) -> String {
        guard let endings = cases[grammaticalCase] else { return name }
        let words = name.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let fitting = endings.keys.filter { !$0.isEmpty && word.hasSuffix($0) }
            guard let ending = fitting.max(by: { $0.count < $1.count }), let new = endings[ending] else {
                return String(word)
            }
            return word.dropLast(ending.count) + new
        }
        return words.joined(separator: " ")
    }
}
