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
