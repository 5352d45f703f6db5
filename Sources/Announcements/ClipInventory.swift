import NavigationEvents

/// Every clip that sentences of a language can need, with the words that each of them says.
///
/// This is what a speaker reads out, or a voice says, for a set of samples to be whole: phrases, numbers, units and the
/// words between the fields of the grammars. Names and signposts have no clips.
///
///     for clip in ClipInventory(table).clips { record(clip.text, as: "\(clip.name).wav") }
public struct ClipInventory: Sendable, Hashable {
    /// One clip.
    public struct Clip: Sendable, Hashable {
        /// Its name, as in ``Announcement/samples``.
        public var name: String
        /// What it says.
        public var text: String
    }

    /// The largest number of an exit, or of lanes, that is expected to be said.
    private static let largestCount = 20
    /// Distances between which no other number is said, as far as clips can say them.
    private static let meters = Array(0..<1100) + Array(stride(from: 1100, through: 40_000, by: 20))

    /// The clips, by name.
    public let clips: [Clip]

    /// Collects the clips.
    ///
    /// - Parameters:
    ///   - table: The words of the language.
    ///   - units: The systems of units in which distances are to be said.
    ///   - decimalSeparator: What is said between the digits of 1.5; `nil` takes the language's.
    public init(
        _ table: StringTable, units: [UnitSystem] = UnitSystem.allCases, decimalSeparator: String? = nil
    ) {
        var texts: [String: String] = [:]
        for (key, text) in table.texts where key.hasPrefix(StringKey.prefix) {
            let id = String(key.dropFirst(StringKey.prefix.count))
            let grammar = Grammar(text)
            if StringKey.grammars.contains(id) || grammar.hasFields {
                for piece in grammar.pieces { Self.add(literal: piece.literal, to: &texts) }
            } else if Self.isPhrase(id), !text.isEmpty {
                texts[id] = text.replacing("%n", with: " ")
            }
        }
        let cases = Set(table.texts.values.flatMap { Grammar($0).pieces.map(\.grammaticalCase) })
        for system in units {
            let settings = AnnouncementSettings(
                outputType: .samples, units: system, decimalSeparator: decimalSeparator)
            let book = Phrasebook(strings: table, settings: settings, mode: .unknown)
            for grammaticalCase in cases { Self.addDistances(of: book, in: grammaticalCase, to: &texts) }
        }
        if texts["roundaboutExitMore"] != nil || texts["lanesLeftMore"] != nil {
            for number in 4...Self.largestCount { texts["\(number)"] = "\(number)" }
        }
        clips = texts.map { Clip(name: $0.key, text: Grammar.tidied($0.value)) }.filter { !$0.text.isEmpty }
            .sorted { $0.name < $1.name }
    }

    /// Whether an id stands for words that are said as they are: no unit, no separator, nothing that needs a name.
    private static func isPhrase(_ id: String) -> Bool {
        let others: Set<String> = ["streetDirection", "streetDirectionSep", "targetAreaEnterRouteList"]
        return !others.contains(id) && !(StringKey.separators + StringKey.options).contains(id)
            && !id.hasPrefix(StringKey.streetPhrase)
            && !StringKey.units.contains { id == $0 || id.hasPrefix($0 + "_") }
    }

    private static func add(literal: String, to texts: inout [String: String]) {
        let isWord = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = literal.firstIndex(where: isWord), let last = literal.lastIndex(where: isWord) else { return }
        // The clip says the words, not the comma before them.
        for name in Grammar.clips(ofLiteral: literal) { texts[name] = String(literal[first...last]) }
    }

    private static func addDistances(
        of book: Phrasebook, in grammaticalCase: String, to texts: inout [String: String]
    ) {
        for meters in meters {
            let wording = book.wording(meters: Double(meters), grammaticalCase: grammaticalCase)
            if let words = wording.clips.first, wording.clips.count == 1 { texts[words] = wording.text }
            guard wording.clips.count == 2, texts[wording.clips[0]] == nil || texts[wording.clips[1]] == nil else {
                continue
            }
            let unit = book.text(wording.clips[1])?.replacing("%n", with: " ") ?? ""
            let number = wording.clips[0].replacing(".", with: book.decimalSeparator)
            texts[wording.clips[0]] = number
            texts[wording.clips[1]] = unit
        }
    }
}
