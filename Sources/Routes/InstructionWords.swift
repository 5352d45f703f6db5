import NavigationEvents

/// The words for passages of walkers and for ramps in instructions, in the languages that navbus speaks.
///
/// A document that has a passage or a ramp only in its instruction is read with them. Words are parts of words, in lower
/// case.
enum InstructionWords {
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

    private static let rampWords = [
        "ramp", "slip road", "auffahrt", "vía de salida", "vía de acceso", "bretelle", "svincolo", "afrit", "oprit",
        "zjazd", "wjazd", "въезд", "съезд", "ランプ",
    ]

    /// The passage that an instruction names; the name of the road says nothing about it.
    static func passage(in instruction: String, road: String) -> Passage {
        let sentence = Sentence(instruction, road: road)
        return words.first { $0.parts.contains(where: sentence.has) }?.passage ?? .none
    }

    /// Whether an instruction leads onto a ramp; the name of the road says nothing about it.
    static func hasRamp(in instruction: String, road: String) -> Bool {
        rampWords.contains(where: Sentence(instruction, road: road).has)
    }

    /// An instruction that is searched for words outside the name of the road.
    private struct Sentence {
        private let text: String
        /// The name of the road if it is in the instruction; otherwise empty.
        private let road: String

        init(_ instruction: String, road: String) {
            text = instruction.lowercased()
            let name = road.lowercased()
            self.road = !name.isEmpty && text.hasBytes(of: name) ? name : ""
        }

        func has(_ word: String) -> Bool { text.hasBytes(of: word) && !road.hasBytes(of: word) }
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

extension String {
    /// Whether the text contains another one, byte by byte: documents have ten thousands of instructions.
    fileprivate func hasBytes(of other: String) -> Bool {
        let (text, word) = (utf8, other.utf8)
        guard let first = word.first else { return false }
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: first) {
            if text[found...].starts(with: word) { return true }
            start = text.index(after: found)
        }
        return false
    }
}
