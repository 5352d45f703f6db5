/// The abbreviations in names of streets, with their full words.
///
/// A key is a word at any position (`Blvd`), the first (`St *`), the last (`* St`) or an inner word (`* St *`) of a name,
/// or the beginning or the end of a word (`St-`, `*str`). A word in the name may have a full stop that the key does not have.
struct NameWords: Hashable {
    /// The position of a word in a name.
    private enum Position {
        case only, first, last, inner

        /// Returns the key of a word that is only meant at this position.
        func key(of word: Substring) -> String {
            switch self {
            case .only: String(word)
            case .first: "\(word) *"
            case .last: "* \(word)"
            case .inner: "* \(word) *"
            }
        }
    }

    private let texts: [String: String]
    /// The ends of words, the longest first.
    private let endings: [String]

    init(_ texts: [String: String]) {
        self.texts = texts
        endings = texts.keys.filter { $0.hasPrefix("*") && !$0.contains(" ") }.sorted { $0.count > $1.count }
    }

    /// Returns the words of a name in full.
    func spoken(_ words: [Substring]) -> [String] {
        words.indices.map { spoken(words[$0], at: Self.position(of: $0, in: words.count)) }
    }

    private func spoken(_ word: Substring, at position: Position) -> String {
        let plain = word.hasSuffix(".") ? word.dropLast() : word
        for form in [word, plain] {
            if let text = texts[position.key(of: form)] ?? texts[String(form)] { return text }
        }
        // "Bgm.-Müller-Str.", "St-Michel"
        let parts = word.split(separator: "-")
        if parts.count > 1, parts.contains(where: { $0.hasSuffix(".") || texts["\($0)-"] != nil }) {
            return parts.map { texts["\($0)-"] ?? ($0.hasSuffix(".") ? spoken($0, at: .only) : String($0)) }
                .joined(separator: "-")
        }
        for ending in endings where plain.hasSuffix(ending.dropFirst()) && plain.count >= ending.count {
            return plain.dropLast(ending.count - 1) + (texts[ending] ?? "")
        }
        return String(word)
    }

    private static func position(of index: Int, in count: Int) -> Position {
        if count == 1 { return .only }
        return index == 0 ? .first : index == count - 1 ? .last : .inner
    }
}
