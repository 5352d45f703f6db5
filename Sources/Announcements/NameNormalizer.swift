import NavigationEvents

/// Prepares names of streets and places for a voice.
public protocol NameNormalizer: Sendable {
    /// Returns `name` in the spelling that a voice reads correctly.
    func spoken(_ name: String) -> String
}

/// Writes road numbers so that the voices of a language read them correctly: "A7" as "A 7", or "A 7" as "A7" if a voice
/// would read the letter as a word. Other names stay unchanged.
public struct RoadNumberNormalizer: NameNormalizer {
    private let format: String

    /// Creates the normaliser.
    ///
    /// - Parameter format: The format of road numbers: `%a` stands for the letters, `%n` for the rest.
    public init(format: String = "%a %n") {
        self.format = format
    }

    /// Creates the normaliser of a language, which may define a format (`guidance_roadNumber`).
    init(_ strings: any StringRetriever) {
        let format = strings.text(for: StringKey.prefix + "roadNumber") ?? ""
        if format.isEmpty { self.init() } else { self.init(format: format) }
    }

    /// Returns `name` in the format if it is a road number; other names unchanged.
    public func spoken(_ name: String) -> String {
        guard let road = RoadNumber(name), Self.isRoadNumber(name) else { return name }
        return format.replacing("%a", with: road.letters).replacing("%n", with: road.number)
    }

    /// Whether a name is only a road number: up to three capital letters, digits, and at most one more letter.
    static func isRoadNumber(_ name: String) -> Bool {
        RoadNumber(name).map { $0.rest.isEmpty && $0.letters.count <= maxLetters } ?? false
    }

    private static let maxLetters = 3
}
