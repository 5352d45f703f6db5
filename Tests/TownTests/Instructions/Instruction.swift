/// The meaning of an instruction, as far as two wordings of one maneuver must agree.
struct Instruction: Hashable {
    /// The kind of maneuver.
    enum Kind: String, CaseIterable, Comparable {
        case depart, turn, keep, straight, exit, ramp, merge, uTurn, roundabout, leaveRoundabout
        case ferry, leaveFerry, stairs, escalator, lift, building, arrival

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// The side to which the maneuver leads.
    enum Side: String {
        case left, right, ahead
    }

    var kind: Kind
    /// The side; `nil` if the instruction names none.
    var side: Side?
    /// The number of the exit from a roundabout, from 1.
    var ordinal: Int?
    /// The number of a motorway exit ("12", "67 B-A").
    var exitNumber: String?
    /// The names and numbers of the road after the maneuver. One of them is enough.
    var roads: [String] = []
    /// The destinations on the sign. One of them is enough.
    var signs: [String] = []
    /// The name of the roundabout, the ferry or the level to which a lift goes.
    var name: String?
    /// Whether the instruction says that the road stays the same.
    var isStaying = false
    /// Whether nothing else could be done at the maneuver, so that silence misleads nobody.
    var isWithoutChoice = false
    /// Other kinds that mean the same, where the provider's format does not distinguish them.
    var alsoKinds: Set<Kind> = []
}

extension Instruction {
    /// Whether a name occurs in a sentence. Letter case, spaces and punctuation have no effect.
    static func names(_ name: String, in sentence: String) -> Bool {
        // Words in brackets only distinguish streets on a map.
        let main = name.firstIndex(of: "(").map { String(name[..<$0]) } ?? name
        let letters = plain(main)
        return !letters.isEmpty && plain(sentence).contains(letters)
    }

    /// The letters and digits of a text in lower case.
    static func plain(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
