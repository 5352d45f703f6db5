public import NavigationEvents

/// All clips that the announcements of a language can need, with the text of each clip.
///
/// A speaker or a synthetic voice records these texts for a complete set of samples: phrases, numbers, units and the
/// literal text between the fields of the grammars. Names and signposts have no clips.
///
///     for clip in ClipInventory(table).clips { record(clip.text, as: "\(clip.name).wav") }
public struct ClipInventory: Sendable, Hashable {
    /// A clip: its name and its text.
    public struct Clip: Sendable, Hashable {
        /// The name of the clip, as in ``Announcement/samples``.
        public var name: String
        /// The text that the clip says.
        public var text: String
    }

    /// The largest number of an exit, or of lanes, that has a clip.
    private static let maxCount = 20
    /// Distances in metres that together give every number that clips can say.
    private static let meters = Array(0..<1100) + Array(stride(from: 1100, through: 40_000, by: 20))

    /// The clips, sorted by name.
    public let clips: [Clip]

    /// Collects the clips of a language.
    ///
    /// - Parameters:
    ///   - table: The string table of the language.
    ///   - units: The systems of units for the distances.
    ///   - decimalSeparator: The decimal separator of 1.5; `nil` uses that of the language.
    public init(
        _ table: StringTable, units: [UnitSystem] = UnitSystem.allCases, decimalSeparator: String? = nil
    ) {
        var texts: [String: String] = [:]
        let lookup = PhraseLookup(strings: table, settings: AnnouncementSettings(outputType: .samples), mode: .unknown)
        for key in StringKey.displays { texts[key] = table.text(for: key) }
        for (key, text) in table.texts where key.hasPrefix(StringKey.prefix) {
            let id = String(key.dropFirst(StringKey.prefix.count))
            let grammar = Grammar(text)
            if (StringKey.grammars + StringKey.extraGrammars).contains(id) || grammar.hasFields {
                for piece in grammar.pieces { Self.add(literal: piece.literal, to: &texts) }
            } else if Self.isPhrase(id), !text.isEmpty {
                let words = lookup.naming("", in: text).replacing("%n", with: " ")
                texts[id] = words.replacing("|", with: " ")
            }
        }
        let cases = Set(table.texts.values.flatMap { Grammar($0).pieces.map(\.grammaticalCase) })
        for system in units {
            let settings = AnnouncementSettings(
                outputType: .samples, units: system, decimalSeparator: decimalSeparator)
            let lookup = PhraseLookup(strings: table, settings: settings, mode: .unknown)
            for grammaticalCase in cases { Self.addDistances(of: lookup, in: grammaticalCase, to: &texts) }
        }
        if texts["roundaboutExitMore"] != nil || texts["lanesLeftMore"] != nil {
            for number in 4...Self.maxCount { texts["\(number)"] = "\(number)" }
        }
        clips = texts.map { Clip(name: $0.key, text: Grammar.normalized($0.value)) }.filter { !$0.text.isEmpty }
            .sorted { $0.name < $1.name }
    }

    /// Whether an id stands for a complete phrase: not a unit, a separator or a phrase that needs a name.
    private static func isPhrase(_ id: String) -> Bool {
        let others = ["streetDirection", "streetDirectionSep", "targetAreaEnterRouteList"]
        let unspoken =
            StringKey.named + StringKey.landmarks + StringKey.parts + StringKey.separators + StringKey.options + others
        let plain = StringKey.modeSuffixes.first { id.hasSuffix($0) }.map { String(id.dropLast($0.count)) } ?? id
        return !unspoken.contains(plain)
            && !id.hasPrefix(StringKey.streetPrefix)
            && !StringKey.units.contains { id == $0 || id.hasPrefix($0 + "_") }
    }

    private static func add(literal: String, to texts: inout [String: String]) {
        let isWord = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = literal.firstIndex(where: isWord), let last = literal.lastIndex(where: isWord) else { return }
        // The text of the clip has no punctuation before or after the words.
        for name in Grammar.clips(ofLiteral: literal) { texts[name] = String(literal[first...last]) }
    }

    private static func addDistances(
        of lookup: PhraseLookup, in grammaticalCase: String, to texts: inout [String: String]
    ) {
        for meters in meters {
            let wording = lookup.wording(meters: Double(meters), grammaticalCase: grammaticalCase)
            if let words = wording.clips.first, wording.clips.count == 1 { texts[words] = wording.text }
            guard wording.clips.count == 2, texts[wording.clips[0]] == nil || texts[wording.clips[1]] == nil else {
                continue
            }
            let unit = lookup.text(wording.clips[1])?.replacing("%n", with: " ") ?? ""
            let number = wording.clips[0].replacing(".", with: lookup.decimalSeparator)
            texts[wording.clips[0]] = number
            texts[wording.clips[1]] = unit
        }
    }
}
