/// A road number in its parts: "I-95 N" has the letters I, the number 95 and the rest N.
struct RoadNumber: Hashable {
    /// The letters before the number, at most four.
    var letters: String
    /// The digits, with the letters after them: "95", "9A".
    var number: String
    /// The text after the number; often empty.
    var rest: String

    private static let maxLetters = 4
    private static let maxSuffix = 1

    /// Reads the parts; fails if the name does not begin with capital letters and digits, with a space or a hyphen
    /// between them at most.
    init?(_ name: String) {
        let letters = name.prefix { $0.isLetter && $0.isUppercase }
        var after = name[letters.endIndex...]
        if after.first == " " || after.first == "-" { after = after.dropFirst() }
        let number = after.prefix { !$0.isWhitespace }
        let digits = number.prefix { $0.isASCII && $0.isNumber }
        let suffix = number[digits.endIndex...]
        guard (1...Self.maxLetters).contains(letters.count), !digits.isEmpty, suffix.count <= Self.maxSuffix,
            suffix.allSatisfy(\.isLetter)
        else { return nil }
        (self.letters, self.number) = (String(letters), String(number))
        rest = String(after[number.endIndex...].drop { $0 == " " })
    }
}
