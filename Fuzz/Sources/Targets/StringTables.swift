import Announcements
import NavigationEvents

extension FuzzTarget {
    /// The words of a language, and what is said with them.
    static let stringTable = FuzzTarget(name: "string-table", mostBytes: 8192) { bytes throws(FuzzFinding) in
        guard let table = try? StringTable(bytes) else { return }
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
