/// A house number: a number, an addition such as "a" or "1/2", and the last number of a range.
struct HouseNumber: Hashable {
    /// In lower case, without spaces, as in the column `number_key`.
    var key: String
    var number: Int
    /// The last number of a range such as "31-41"; otherwise the number.
    var last: Int

    private static let maxCharacters = 12

    /// Reads a house number; `nil` for other words.
    init?(_ text: some StringProtocol) {
        let plain = text.lowercased().filter { !$0.isWhitespace }
        guard (1...Self.maxCharacters).contains(plain.utf8.count), let first = plain.first, ("1"..."9").contains(first)
        else { return nil }
        let digits = plain.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), number < 100_000 else { return nil }
        let rest = plain.dropFirst(digits.count)
        guard rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "/") }),
            rest.prefix(while: \.isLetter).count <= 2
        else { return nil }
        (key, self.number) = (plain, number)
        last = Self.last(of: rest, after: number) ?? number
    }

    private static func last(of rest: Substring, after number: Int) -> Int? {
        guard let dash = rest.firstIndex(of: "-") else { return nil }
        let digits = rest[rest.index(after: dash)...].prefix { ("0"..."9").contains($0) }
        guard let last = Int(digits), last > number, last - number < 200 else { return nil }
        return last
    }

    /// Whether a range contains another number; ranges have one side of a street, so its numbers are all odd or all
    /// even.
    func contains(_ other: HouseNumber) -> Bool {
        last > number && (number...last).contains(other.number) && (other.number - number) % 2 == 0
    }
}
