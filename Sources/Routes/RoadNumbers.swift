/// The numbers of roads ("A 5", "US-101 South"), as opposed to names.
enum RoadNumbers {
    private static let directions: Set<String> = [
        "north", "south", "east", "west", "northbound", "southbound", "eastbound", "westbound",
    ]

    /// Whether a text is the number of a road: up to four capital letters, up to four digits, at most one letter more,
    /// and the direction of travel.
    static func isNumber(_ text: String) -> Bool {
        // Most texts are names, and a long one needs no reading.
        guard let first = text.utf8.first, (0x41...0x5A).contains(first), text.utf8.count <= 24 else { return false }
        var rest = withoutDirection(text)
        let letters = rest.prefix { ("A"..."Z").contains($0) }
        rest = rest.dropFirst(letters.count)
        if let separator = rest.first, separator == " " || separator == "-" { rest = rest.dropFirst() }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        let suffix = rest.dropFirst(digits.count)
        return letters.count <= 4 && (1...4).contains(digits.count) && suffix.count <= 1
            && suffix.allSatisfy(\.isLetter)
    }

    /// The number without the direction of travel; a name as it is.
    static func base(_ text: String) -> String {
        let base = withoutDirection(text)
        return base.count < text.count && isNumber(text) ? String(base) : text
    }

    private static func withoutDirection(_ text: String) -> Substring {
        guard let space = text.lastIndex(of: " "),
            directions.contains(text[text.index(after: space)...].lowercased())
        else { return text[...] }
        return text[..<space]
    }
}
