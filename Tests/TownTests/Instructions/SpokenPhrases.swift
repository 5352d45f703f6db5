import Announcements

/// Reads the sentences of navbus in English by the phrases of its own table, so that changed words are still
/// understood.
struct SpokenPhrases {
    /// A phrase of the table.
    private struct Phrase {
        /// The texts between its placeholders.
        var parts: [String]
        var meaning: Instruction
        /// Whether the phrase can stand after another one, such as "onto the ferry".
        var isAddition: Bool
        var length: Int { parts.reduce(0) { $0 + $1.count } }
    }

    private let phrases: [Phrase]
    /// The keys of phrases whose kind their words do not show.
    let unclearKeys: [String]

    init(_ table: StringTable) {
        var phrases: [Phrase] = []
        var unclear: [String] = []
        let texts = table.texts.filter { Self.isManeuver($0.key) }.flatMap { key, text in
            Self.forms(of: text.lowercased(), table).map { (key, $0) }
        }
        for (key, words) in texts {
            guard let meaning = PhraseWords.meaning(of: words) else {
                unclear.append(key)
                continue
            }
            phrases.append(
                Phrase(
                    parts: Self.parts(of: words), meaning: meaning,
                    isAddition: [.ferry, .leaveFerry, .stairs, .escalator, .lift, .building].contains(meaning.kind)))
        }
        self.phrases = phrases
        unclearKeys = unclear.sorted()
    }

    /// The keys of texts that are no maneuver: grammars, names, landmarks, lanes, units, displays.
    private static let otherKeys = [
        "distMan1", "nowMan1", "endOfStreetMan", "followRoad", "now", "immediately", "streetDirection", "signpost",
        "roadNumber", "lanes", "decimalSeparator", "unit", "tunnel", "uTurn", "level", "targetAreaEnterRouteList",
        "compass", "streetOn", "stayOn", "startMan1", "roundaboutNamed", "landmark",
    ]

    private static func isManeuver(_ key: String) -> Bool {
        guard key.hasPrefix("guidance_") else { return false }
        let id = key.dropFirst("guidance_".count)
        return id != roundabout && !otherKeys.contains { id.hasPrefix($0) }
    }

    private static let roundabout = "roundabout"

    /// The forms of a phrase: with a roundabout (`%r`) that has a name, and with one that has none.
    private static func forms(of words: String, _ table: StringTable) -> [String] {
        guard words.contains("%r") else { return [words] }
        return [roundabout, "roundaboutNamed"].compactMap { table.text(for: "guidance_" + $0) }
            .map { words.replacing("%r", with: $0.lowercased()) }
    }

    /// The texts around the placeholders `%n` and `|FIELD`.
    private static func parts(of words: String) -> [String] {
        var parts = [""]
        var isPlaceholder = false
        for character in words {
            if character == "%" || character == "|" {
                isPlaceholder = character == "%"
                if parts.last != "" { parts.append("") }
            } else if isPlaceholder, character.isLetter {
                continue
            } else {
                isPlaceholder = false
                parts[parts.count - 1].append(character)
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// Returns the meaning of one maneuver in a sentence, without its names; `nil` if no phrase occurs in it.
    func meaning(of clause: String) -> Instruction? {
        let words = clause.lowercased()
        var best: (start: String.Index, length: Int, meaning: Instruction)?
        var addition: Instruction?
        for phrase in phrases {
            guard let start = Self.start(of: phrase.parts, in: words) else { continue }
            if phrase.isAddition { addition = phrase.meaning }
            if let found = best, (found.start, -found.length) <= (start, -phrase.length) { continue }
            best = (start, phrase.length, phrase.meaning)
        }
        guard var meaning = best?.meaning else { return nil }
        if let addition, [.turn, .straight, .keep].contains(meaning.kind) { meaning.kind = addition.kind }
        if meaning.kind == .roundabout, meaning.ordinal == nil { meaning.ordinal = PhraseWords.exitNumber(in: words) }
        return meaning
    }

    private static func start(of parts: [String], in words: String) -> String.Index? {
        guard let first = parts.first, let range = words.firstRange(of: first) else { return nil }
        let before = words[..<range.lowerBound].last, after = words[range.upperBound...].first
        if first.first?.isLetter == true, before?.isLetter == true { return nil }
        if first.last?.isLetter == true, after?.isLetter == true { return nil }
        var rest = words[range.upperBound...]
        for part in parts.dropFirst() {
            guard let next = rest.firstRange(of: part) else { return nil }
            rest = rest[next.upperBound...]
        }
        return range.lowerBound
    }
}
