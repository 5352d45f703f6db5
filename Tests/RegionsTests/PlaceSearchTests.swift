import NavigationEvents
import Regions
import TestSupport
import Testing

/// Searching the places of a town.
@Suite struct PlaceSearchTests {
    private let test: TestRegion
    private let search: PlaceSearch
    private static let center = Coordinate(latitudeDegrees: 50.001, longitudeDegrees: 8.001)

    init() throws {
        test = try TestRegion()
        search = try PlaceSearch(test.build())
    }

    private func first(_ text: String) throws -> Place? { try search.places(for: text, near: Self.center).first }

    @Test func `a place is found by what people type`() throws {
        for (text, title) in [
            ("Plöck 1, Altstadt", "Plöck 1"), ("ploeck 1", "Plöck 1"), ("pöck 1", "Plöck 1"), ("plok 5", "Plöck 5"),
            ("1 Plöck", "Plöck 1"), ("Plöck 12a", "Plöck 12a"), ("Plöck 12 A", "Plöck 12a"),
            ("plöck 35", "Plöck 31-41"),
            ("Plöck 1, 69117 Altstadt", "Plöck 1"), ("69117 Altstadt, Plöck 5", "Plöck 5"),
            ("Plöckstraße 5", "Plöck 5"),
            ("hauptstrasse", "Hauptstraße"), ("hauptstrsase 7", "Hauptstraße 7"), ("Haupstr. 7", "Hauptstraße 7"),
            ("Straße des 17. Juni 135", "Straße des 17. Juni 135"),
            ("strasse des 17 juni", "Straße des 17. Juni"), ("swietokrzyska", "Świętokrzyska"), ("altstdt", "Altstadt"),
            ("東京駅", "東京駅"), ("東京", "東京駅"), ("tokyo station", "東京駅"), ("محطة طوكيو", "東京駅"),
            ("stadtbibl", "Stadtbibliothek"), ("Hauptstraße 7 Neudorf", "Hauptstraße 7"),
        ] {
            let place = try first(text)
            #expect(place?.title == title, "\(text)")
        }
    }

    @Test(arguments: [
        "fuel", "Tankstelle", "tanken", "station-service", "gasolinera", "Stacja paliw", "petrol station",
    ])
    func `a category in words finds its places, the nearest first`(text: String) throws {
        let found = try search.places(for: text, near: Self.center)
        #expect(found.first?.category == "amenity=fuel" && found.first?.name == "Aral", "\(found)")
        #expect(found.first?.distanceMeters.map { (1200...1240).contains($0) } == true)
        #expect(try search.places(for: text).first?.category == "amenity=fuel", "also without a position")
    }

    @Test func `words beside a category are of the name or its surroundings, and names come first`() throws {
        #expect(try first("Tankstelle Aral")?.name == "Aral")
        #expect(try search.places(for: "Tankstelle Neudorf", near: Self.center).allSatisfy { $0.name != "Aral" })
        #expect(try first("Hauptstraße")?.kind == .street)
        let far = Coordinate(latitudeDegrees: 50.3, longitudeDegrees: 8.3)
        #expect(try search.places(for: "fuel", near: far).first?.name == "Aral", "the only one, however far")
        #expect(try search.places(for: "Apotheke", near: Self.center).isEmpty)
    }

    @Test func `the city in a text decides between streets of one name`() throws {
        #expect(try first("Hauptstraße 7 Neudorf")?.city == "Neudorf")
        #expect(try first("Hauptstraße 7")?.city == "Altstadt")
        let far = Coordinate(latitudeDegrees: 50.3, longitudeDegrees: 8.301)
        #expect(try search.places(for: "Hauptstraße 7", near: far).first?.city == "Neudorf")
    }

    @Test func `a route to a building ends at its entrance, and one to a house at its street`() throws {
        let library = try #require(try first("Stadtbibliothek"))
        #expect(library.access == Coordinate(latitudeDegrees: 50.005, longitudeDegrees: 8.001))
        let house = try #require(try first("Plöck 1"))
        #expect(house.position.latitudeDegrees == 50.0012)
        #expect(abs(house.access.latitudeDegrees - 50.001) < 1e-6)
        #expect(try first("Hauptstraße 9")?.osm.hasPrefix("w") == true)
    }

    @Test func `an unknown house is placed between its neighbors, and marked`() throws {
        let house = try #require(try first("Plöck 3"))
        #expect(house.title == "Plöck 3" && house.isInterpolated)
        #expect((8.0005...8.0015).contains(house.position.longitudeDegrees))
        // No neighbor on the same side of the street.
        #expect(try first("Plöck 2")?.title == "Plöck")
        #expect(try first("Plöck 999")?.kind == .street)
    }

    @Test func `distances are from the given position`() throws {
        let stops = try search.places(for: "Hauptbahnhof", near: Self.center)
        #expect(Set(stops.prefix(2).map(\.title)) == ["Altstadt Hauptbahnhof", "Hauptbahnhof"])
        for stop in stops.prefix(2) { #expect((280...400).contains(try #require(stop.distanceMeters))) }
        #expect(stops.filter { $0.kind == .stop }.count == 1, "a stop of two lines is one place")
        #expect(try search.places(for: "Hauptbahnhof").first?.distanceMeters == nil)
    }

    @Test func `a name that means one place is decided, another is not`() throws {
        let station = PlaceChoice(try search.places(for: "Hauptbahnhof", near: Self.center))
        guard case .one = station else {
            Issue.record("station and tram stop are beside each other, but: \(station)")
            return
        }
        guard case .several(let streets) = PlaceChoice(try search.places(for: "Hauptstraße")) else {
            Issue.record("two streets have this name")
            return
        }
        #expect(Set(streets.prefix(2).compactMap(\.city)) == ["Altstadt", "Neudorf"])
        #expect(PlaceChoice(try search.places(for: "xyzzyqwv")) == .none)
    }

    @Test func `hostile names are short, on one line and without control characters`() throws {
        let script = try #require(try first("script alert"))
        #expect(script.name == "<script>alert(1)</script>")
        #expect(try first("gassegnirts")?.name == "Gassegnirts")
        #expect(try first("zeile")?.name == "Zeile zwei")
        let long = try #require(try search.places(for: String(TownExtract.hostileNames[2].prefix(200))).first)
        #expect(long.name.count == 200 && long.name.hasSuffix("…"))
    }

    @Test func `any text is only a text`() throws {
        for text in [
            "", " ", "\"", "*", "NEAR(a b)", "names:x", "a OR b", "AND", "'; DROP TABLE place; --", "(", "^", "-1",
            String(repeating: "plöck ", count: 5000), "\u{0}", "\u{202E}kcölP",
        ] {
            #expect(try search.places(for: text, limit: 3).count <= 3, "\(text.prefix(20))")
        }
        #expect(try first("Plöck 1")?.title == "Plöck 1")
    }
}
