/// The number of a road in its parts, as opposed to a name: "I-95 North" has the letters I, the number 95 and the rest
/// North.
public struct RoadNumber: Sendable, Hashable {
    /// The letters before the number, at most four.
    public var letters: String
    /// The digits, with the letter after them: "95", "9A".
    public var number: String
    /// The text after the number; often empty.
    public var rest: String

    private static let maxLetters = 4
    private static let maxDigits = 5
    private static let maxSuffix = 1
    private static let directions: Set<String> = [
        "north", "south", "east", "west", "northbound", "southbound", "eastbound", "westbound",
    ]

    /// Reads the parts; fails if the name does not begin with capital letters and digits, with a space or a hyphen
    /// between them at most.
    public init?(_ name: some StringProtocol) {
        // Most texts are names, and their first bytes show it without decoding characters.
        guard name.utf8.prefix(Self.maxNumberBytes).contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        let letters = name.prefix { $0.isLetter && $0.isUppercase }
        var after = name[letters.endIndex...]
        if after.first == " " || after.first == "-" { after = after.dropFirst() }
        let number = after.prefix { !$0.isWhitespace }
        let digits = number.prefix { ("0"..."9").contains($0) }
        let suffix = number[digits.endIndex...]
        guard (1...Self.maxLetters).contains(letters.count), (1...Self.maxDigits).contains(digits.count),
            suffix.count <= Self.maxSuffix, suffix.allSatisfy(\.isLetter)
        else { return nil }
        (self.letters, self.number) = (String(letters), String(number))
        rest = String(after[number.endIndex...].drop { $0 == " " })
    }

    /// The bytes of four letters of two bytes each, a separator, and the first digit.
    private static let maxNumberBytes = 10

    /// Whether nothing follows the number but the direction of travel.
    public var isWhole: Bool { rest.isEmpty || Self.directions.contains(rest.lowercased()) }

    /// Whether a text is the number of a road, with or without the direction of travel: "A 5", "US-101 South".
    public static func isNumber(_ text: some StringProtocol) -> Bool { RoadNumber(text)?.isWhole ?? false }
}
