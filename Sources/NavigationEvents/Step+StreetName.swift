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
}

private enum StreetNames {
    /// The names in a text with several; a slash without spaces is part of a name.
    static func parts(_ text: String) -> [String] {
        text.replacing(" / ", with: ";").split(separator: ";").map { part in
            let start = part.drop(while: \.isWhitespace)
            guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
            return String(start[...last])
        }
        .filter { !$0.isEmpty }
    }
}
