@testable import Announcements
@testable import NavigationEvents

extension FuzzTarget {
    /// A string table, and the announcements made with it.
    static let stringTable = FuzzTarget(name: "string-table", maxBytes: 8192) { bytes throws(FuzzFinding) in
        // Both formats are tried, since a text is rarely valid in both.
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
