import NavigationEvents
import Testing

@Suite("Drawings of towns")
struct TownDrawingTests {
    private static let crossroads = """
        A street of two places.
        country GB United+Kingdom
        at 52 -1
        cell 20
        map
        a-----b
              |
              c
        roads
        ab name=High+Street highway=primary turn:lanes=left|right
        bc highway=motorway_link
        places
        b ref=3
        """

    @Test func `a row is as high as two columns are wide`() throws {
        let town = try Town(drawing: Self.crossroads)
        #expect(town.countryName == "United Kingdom")
        let (a, b, c) = try (town.place("a"), town.place("b"), town.place("c"))
        #expect(a.latitudeDegrees == 52)
        #expect(abs((b.longitudeDegrees - a.longitudeDegrees) * 111_200 * Town.cosine(ofDegrees: 52) - 60) < 0.01)
        #expect(abs((b.latitudeDegrees - c.latitudeDegrees) * 111_200 - 40) < 0.01)
    }

    @Test func `tags keep underscores, and a plus is a space`() throws {
        let town = try Town(drawing: Self.crossroads)
        #expect(town.roads[0].tags.map(\.value) == ["High Street", "primary", "left|right"])
        #expect(town.roads[1].tags.map(\.value) == ["motorway_link"])
        #expect(town.placeTags["b"] == [Town.Tag(key: "ref", value: "3")])
    }

    @Test func `a road to a missing place is an error with its line`() throws {
        let mistake = #expect(throws: Town.ParseError.self) { try Town(drawing: "map\nab\nroads\nax highway=primary") }
        #expect(mistake?.description == "failed to read the town: line 4: no place x in the map")
    }
}
