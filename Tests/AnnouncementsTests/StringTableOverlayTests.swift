import Testing

@testable import Announcements

/// A table of the user overrides a shipped one, also with less exact texts.
@Suite struct StringTableOverlayTests {
    private func table(_ texts: [String: String]) -> StringTable {
        StringTable(texts: Dictionary(uniqueKeysWithValues: texts.map { ("guidance_\($0.key)", $0.value) }))
    }

    @Test(arguments: [
        ("targetReached", "targetReachedRight"), ("targetReached", "targetReachedLeft_walking"),
        ("holdHalfLeft", "turnHalfLeft"), ("holdHalfLeft", "turnHalfLeft_then"), ("motorwayEnter", "motorwayEnterLeft"),
        ("motorroadEnter", "motorroadEnterRight"), ("stopover", "stopoverReached"),
        ("stopover", "stopoverReachedLeft"), ("motorwayExit", "motorwayExitHalfLeft"), ("holdHalfLeft", "forkLeft"),
        ("targetAreaEnter", "targetAreaEnterLeft"), ("followRoad", "followRoadOn"),
        ("exitNumber", "exitNumberHalfRight"),
        ("unitKilometers", "unitKilometers_one"), ("unitKilometers", "unitKilometers_accusative"),
        ("unitKilometers", "unitKilometers_accusative_1"),
        ("unitKilometers_accusative", "unitKilometers_accusative_few"),
        ("turnAround", "turnAround_walking"), ("followRoad", "followRoad_walking"), ("turnLeft", "turnLeft_then"),
        ("streetDirectionSep", "streetDirectionSep_motorwayEnter"),
    ])
    func `a general text of the user overrides a more exact shipped text`(own: String, exact: String) {
        let shipped = table([own: "shipped", exact: "shipped exactly", "now": "now"])
        let merged = table([own: "own"]).overlaid(on: shipped)
        #expect(merged.texts == table([own: "own", "now": "now"]).texts)
        // A table with both texts overrides both; a table with only the exact text overrides only that.
        let both = table([own: "own", exact: "own exactly"])
        #expect(both.overlaid(on: shipped).texts == table([own: "own", exact: "own exactly", "now": "now"]).texts)
        let alone = table([exact: "own exactly"]).overlaid(on: shipped)
        #expect(alone.texts == table([own: "shipped", exact: "own exactly", "now": "now"]).texts)
    }

    @Test(arguments: [
        ("turnLeft", "roundaboutLeft"), ("continue", "merge"), ("continue", "roundaboutLeave"),
        ("turnLeft", "turnRight"),
        ("unitMeters", "unitKilometers"), ("roundaboutExit1", "roundaboutExit12"), ("stopover", "targetAreaEnter"),
    ])
    func `a general text does not override texts with another meaning`(own: String, other: String) {
        let merged = table([own: "own"]).overlaid(on: table([own: "shipped", other: "other"]))
        #expect(merged.texts == table([own: "own", other: "other"]).texts)
    }

    @Test func `plural rules are overridden one by one`() throws {
        let shipped = try StringTable(
            toml: """
                [plurals]
                one = "i = 1 and v = 0"
                few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
                many = "v = 0"
                """)
        let own = try StringTable(toml: "[plurals]\none = \"n = 1..2\"").overlaid(on: shipped)
        let categories = [1, 2, 3, 100].map { own.pluralCategory(ofTenths: $0 * 10) }
        #expect(categories == ["one", "one", "few", "many"])
    }
}
