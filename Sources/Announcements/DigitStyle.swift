/// How people of a country say the digits of road numbers in their language.
enum DigitStyle: String, CaseIterable {
    /// In pairs from the end: 283 is "two eighty-three", 101 is "one oh one".
    case pairs
    /// One by one, from three digits on: 406 is "four oh six".
    case single

    /// Returns a text whose numbers a voice reads in this style.
    func spoken(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.firstIndex(where: Self.isDigit) {
            result += rest[..<first]
            let digits = rest[first...].prefix(while: Self.isDigit)
            let said = spoken(digits: digits)
            // "US101" must not become "US1 oh 1".
            if said != digits, let last = result.last, last.isLetter { result += " " }
            result += said
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private func spoken(digits: Substring) -> String {
        guard (3...4).contains(digits.count) else { return String(digits) }
        switch self {
        case .single: return digits.map { $0 == "0" ? "oh" : String($0) }.joined(separator: " ")
        case .pairs:
            let (head, pair) = (digits.dropLast(2), digits.suffix(2))
            if pair == "00" { return digits.count == 3 ? String(digits) : "\(head) hundred" }
            return pair.first == "0" ? "\(head) oh \(pair.suffix(1))" : "\(head) \(pair)"
        }
    }
}
