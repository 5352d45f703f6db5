import NavigationEvents

/// The names of the road a maneuver leads onto, from its names, numbers and signs.
enum RoadNames {
    /// Everything known of the road, each thing once: "B 37 / Schlierbacher Landstraße / Eberbach".
    static func full(names: [String], signpost: Signpost?) -> String {
        let all = names + (signpost?.refs ?? []) + (signpost?.destinations ?? [])
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }.joined(separator: " / ")
    }

    /// The name that comes first, which providers put there because signs and people say it; one that only the signs
    /// give if the road has none of its own.
    static func simple(names: [String], signpost: Signpost?) -> String {
        names.first ?? signpost?.refs.first ?? ""
    }

    /// Parts of a text, without the space around them, each once.
    static func parts(_ text: String?, separators: Set<Character>) -> [String] {
        cleaned((text ?? "").split(whereSeparator: separators.contains).map(String.init))
    }

    /// Texts without the space around them, each once, without empty ones.
    static func cleaned(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func trimmed(_ text: String) -> String {
        // Most texts begin and end with a letter, which shows in their bytes without looking for characters.
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
