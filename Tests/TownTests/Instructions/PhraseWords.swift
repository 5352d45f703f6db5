/// The meaning of English phrases, by the words that a listener hears.
enum PhraseWords {
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ]

    /// Words that show a kind, the most telling first.
    private static let kinds: [(words: [String], kind: Instruction.Kind)] = [
        (["exit the roundabout", "leave the roundabout"], .leaveRoundabout),
        (["roundabout", "rotary"], .roundabout),
        (["u-turn", "turn around", "turn back"], .uTurn),
        (["off the ferry", "leave the ferry", "exit the ferry"], .leaveFerry),
        (["ferry", "car train"], .ferry),
        (["stairs", "steps"], .stairs),
        (["escalator"], .escalator),
        (["elevator", "lift"], .lift),
        (["building"], .building),
        (["destination", "stop", "arrived", "arrive", "reached"], .arrival),
        (["merge"], .merge),
        (["ramp", "slip road", "join the", "get on"], .ramp),
        (["exit number"] + ordinals.map { "\($0) exit" }, .roundabout),
        (["exit", "leave the motorway", "leave the dual carriageway", "leave the expressway"], .exit),
        (["keep"], .keep),
        (["turn", "bear", "sharp"], .turn),
        (["head", "set off", "follow the route", "start"], .depart),
        // A border or a toll road is announced where the road goes straight on.
        (["straight", "continue", "cross the border", "enter the toll road"], .straight),
    ]

    /// Returns the kind, the side and the ordinal of a phrase; `nil` if its words do not show a kind.
    static func meaning(of phrase: String) -> Instruction? {
        let words = phrase.split { !($0.isLetter || $0 == "-" || $0 == "%") }.map(String.init)
        let plain = " \(words.joined(separator: " ")) "
        let shown = kinds.first { $0.words.contains { plain.contains(" \($0) ") } }
        guard let kind = shown?.kind else { return nil }
        var meaning = Instruction(kind: kind)
        if words.contains("left") { meaning.side = .left }
        if words.contains("right") { meaning.side = .right }
        if meaning.side == nil, kind == .straight || words.contains("straight") { meaning.side = .ahead }
        if kind == .roundabout { meaning.ordinal = ordinals.firstIndex { words.contains($0) }.map { $0 + 1 } }
        return meaning
    }

    /// Returns the number after "exit" or "exit number"; `nil` if there is none.
    static func exitNumber(in sentence: String) -> Int? {
        let words = sentence.split { !($0.isLetter || $0.isNumber) }
        guard let exit = words.lastIndex(of: "exit") else { return nil }
        return words[(exit + 1)...].prefix(2).compactMap { Int($0) }.first
    }
}
