extension Step {
    /// The first name of the road that is entered; empty if it has none.
    ///
    /// Of several names ("E 35 / A 5") it is the first. A text that is only on the sign is not a street: the full name
    /// of an unnamed road consists of its signs.
    public var streetName: String {
        let own = StreetNames.parts(simpleRoadName)
        if let first = own.first { return first }
        let places = signpost?.destinations.flatMap(StreetNames.parts) ?? []
        return StreetNames.parts(fullRoadName).first { !places.contains($0) } ?? ""
    }

    /// All names and numbers of the road after the maneuver, the usual one first, and the texts of its signs last; a name
    /// may occur twice.
    public var roadNames: [String] { StreetNames.parts(allRoadNames) }

    /// ``roadNames`` as one text.
    public var allRoadNames: String { "\(simpleRoadName) / \(fullRoadName)" }
}

/// The names of roads as routers write them.
public enum StreetNames {
    /// Returns the names in a text with several; a slash without spaces is part of a name.
    public static func parts(_ text: String) -> [String] {
        text.split(separator: ";").flatMap { part in
            part.split(separator: " ").split(separator: "/").map { trimmed(Substring($0.joined(separator: " "))) }
        }.filter { !$0.isEmpty }
    }

    /// Returns a name without what it repeats in brackets: "Mormon Trail (UT 199)" has its number there.
    ///
    /// A name that is nothing but brackets stays as it is.
    public static func withoutBrackets(_ name: String) -> String {
        var depth = 0
        var rest = ""
        for character in name {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth = max(depth - 1, 0)
            default: if depth == 0 { rest.append(character) }
            }
        }
        let words = rest.split(separator: " ").joined(separator: " ")
        return words.isEmpty || depth > 0 ? name : words
    }

    /// Whether two names are equal except for spaces and case: "A 656" and "A656".
    public static func isSame(_ one: String, _ other: String) -> Bool {
        one.filter { !$0.isWhitespace }.lowercased() == other.filter { !$0.isWhitespace }.lowercased()
    }

    private static func trimmed(_ part: Substring) -> String {
        let start = part.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
