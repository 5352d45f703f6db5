import Announcements
import NavigationEvents

extension FuzzTarget {
    /// The words of a language, and what is said with them.
    static let stringTable = FuzzTarget(name: "string-table", mostBytes: 8192) { bytes throws(FuzzFinding) in
        // In either format: a text that is one is hardly ever the other.
        let toml = String(validating: bytes, as: UTF8.self).flatMap { try? StringTable(toml: $0) }
        guard let table = try? toml ?? StringTable(bytes) else { return }
        for tenths in [0, 10, 15, 20, 50, 110, 210, 220, .max] { _ = table.pluralCategory(ofTenths: tenths) }
        for text in table.texts.values {
            let grammar = Grammar(text)
            for field in Grammar.Field.allCases { _ = grammar.contains(field) }
        }
        let generator = AnnouncementGenerator(strings: table)
        for (index, maneuver) in Maneuver.allCases.enumerated() {
            let step = Step(
                number: index, maneuver: maneuver, geometryIndex: index, fullRoadName: "A|B \"x\"", simpleRoadName: "A")
            _ = generator.listText(for: step)
        }
    }
}
