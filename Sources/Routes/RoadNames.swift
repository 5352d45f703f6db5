import NavigationEvents

/// The names of the road after a maneuver, from its names, numbers and signs.
enum RoadNames {
    /// All names, numbers and destinations, without duplicates: "B 37 / Schlierbacher Landstraße / Eberbach".
    static func full(names: [String], signpost: Signpost?) -> String {
        let all = names + (signpost?.refs ?? []) + (signpost?.destinations ?? [])
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }.joined(separator: " / ")
    }

    /// The first name, which providers choose as the one on signs and in speech; without a name, the first number on
    /// the signs.
    static func simple(names: [String], signpost: Signpost?) -> String {
        names.first ?? signpost?.refs.first ?? ""
    }

    /// The trimmed parts of a text, without duplicates.
    static func parts(_ text: String?, separators: Set<Character>) -> [String] {
        cleaned((text ?? "").split(whereSeparator: separators.contains).map(String.init))
    }

    /// The trimmed texts, without duplicates and empty ones.
    static func cleaned(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func trimmed(_ text: String) -> String {
        // Most texts begin and end with a letter, which the bytes show without decoding characters.
        if let first = text.utf8.first, let last = text.utf8.last, (0x21..<0x7F).contains(first),
            (0x21..<0x7F).contains(last)
        {
            return text
        }
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
