import NavigationEvents

/// The words for passages of walkers in instructions, in the languages that navbus speaks.
///
/// A document that has a passage only in its instruction is read with them. Words are parts of words, in lower case.
enum PassageWords {
    /// In this order: an escalator is "moving stairs" in some languages.
    private static let words: [(passage: Passage, parts: [String])] = [
        (
            .escalator,
            [
                "escalator", "rolltreppe", "fahrtreppe", "mécanique", "mecánica", "scala mobile", "scale mobili",
                "roltrap", "ruchom", "эскалатор", "エスカレータ",
            ]
        ),
        (
            .lift,
            [
                "elevator", "lift", "aufzug", "fahrstuhl", "ascenseur", "ascensor", "windą", "windy", "winda", "лифт",
                "エレベータ",
            ]
        ),
        (
            .stairs,
            [
                "stairs", "steps", "treppe", "escalier", "marches", "escaler", "scale", "scalini", "trap", "schod",
                "лестниц", "ступен", "階段", "かいだん",
            ]
        ),
        (
            .buildingExit,
            [
                "exit", "leave", "verlass", "sort", "quitt", "salga", "sal ", "sali", "esci", "uscire", "verlaat",
                "wyjd", "opuść", "выйд", "выход", "покин", "出",
            ]
        ),
        (
            .buildingEnter,
            ["building", "gebäude", "bâtiment", "edificio", "gebouw", "budyn", "здани", "建物", "ビル"]
        ),
    ]

    /// The passage that an instruction names; the name of the road says nothing about it.
    static func passage(in instruction: String, road: String) -> Passage {
        let text = (road.isEmpty ? instruction : instruction.replacing(road, with: "")).lowercased()
        return words.first { $0.parts.contains(where: text.contains) }?.passage ?? .none
    }

    /// The level in an instruction such as "Take the elevator to Level 2."; `nil` if it has no number.
    static func level(in instruction: String?) -> String? {
        guard let instruction, let last = instruction.lastIndex(where: isDigit) else { return nil }
        var level: Substring = instruction[...last]
        let start = level.lastIndex { !(isDigit($0) || $0 == "." || $0 == "-") }
        if let start { level = level[level.index(after: start)...] }
        return level.first == "." ? String(level.dropFirst()) : String(level)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

extension Passage {
    /// Whether the passage leads to another level.
    var hasLevels: Bool { self == .stairs || self == .escalator || self == .lift }
}
