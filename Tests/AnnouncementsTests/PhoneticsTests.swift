import Announcements
import NavigationEvents
import Testing

/// The names of roads as people say them, for every country with a file.
@Suite struct PhoneticsTests {
    /// A name in a country, and what a voice of a language says.
    struct Example: CustomTestStringConvertible {
        var country: String
        var language: String
        var name: String
        var spoken: String

        init(_ country: String, _ language: String, _ name: String, _ spoken: String) {
            (self.country, self.language, self.name, self.spoken) = (country, language, name, spoken)
        }

        var testDescription: String { "\(country), \(language): \(name)" }
    }

    private static let examples = [
        Example("US", "en-US", "I-283 N", "Interstate 283 North"), Example("US", "de", "I 95", "Interstate 95"),
        Example("US", "en-US", "US 101 South", "US 101 South"), Example("US", "en-US", "UT 199", "Utah 199"),
        Example("US", "en-US", "CA-85", "California 85"), Example("US", "en-US", "SR-520 W", "State Route 520 West"),
        Example("US", "en-US", "1st Ave", "1st Avenue"), Example("US", "en-US", "N Main St", "North Main Street"),
        Example("US", "en-US", "St James St NW", "Saint James Street Northwest"),
        Example("US", "en-US", "Old St. Mary's Rd", "Old Saint Mary's Road"),
        Example("US", "en-US", "E St", "E Street"), Example("US", "en-US", "Avenue N", "Avenue N"),
        Example("US", "en-US", "Lincoln Blvd", "Lincoln Boulevard"), Example("US", "en-US", "Broadway", "Broadway"),
        Example("CA", "en-US", "ON 401 E", "Highway 401 East"), Example("CA", "fr", "A-20", "autoroute 20"),
        Example("GB", "en-GB", "M25", "M25"), Example("GB", "en-GB", "St John's Rd", "Saint John's Road"),
        Example("GB", "en-GB", "High St", "High Street"), Example("IE", "en-GB", "Pearse St", "Pearse Street"),
        Example("AU", "en-GB", "Pacific Hwy", "Pacific Highway"), Example("FR", "fr", "A6", "A 6"),
        Example("FR", "fr", "D 952", "D 952"), Example("FR", "fr", "Bd St-Michel", "Boulevard Saint-Michel"),
        Example("FR", "fr", "Av. du Gén. Leclerc", "Avenue du Général Leclerc"),
        Example("FR", "fr", "R. de la Paix", "Rue de la Paix"), Example("FR", "fr", "Route du Col", "Route du Col"),
        Example("DE", "de", "A656", "A 656"), Example("DE", "de", "B 37", "B 37"), Example("DE", "de", "E 18", "E 18"),
        Example("DE", "de", "Rohrbacher Str.", "Rohrbacher Straße"), Example("DE", "de", "Hauptstr.", "Hauptstraße"),
        Example("DE", "de", "Bgm.-Müller-Str.", "Bürgermeister-Müller-Straße"),
        Example("AT", "de", "Mariahilfer Str.", "Mariahilfer Straße"), Example("CH", "de", "A1", "A 1"),
        Example("CH", "fr", "Rte de Berne", "Route de Berne"), Example("IT", "it", "SS 36", "statale 36"),
        Example("IT", "it", "SP12", "provinciale 12"), Example("IT", "de", "SS36", "SS 36"),
        Example("IT", "it", "A1", "A 1"), Example("IT", "it", "P.za Garibaldi", "Piazza Garibaldi"),
        Example("IT", "it", "V.le Monza", "Viale Monza"), Example("ES", "es", "A-7", "A 7"),
        Example("ES", "es", "AP-7", "AP 7"), Example("ES", "es", "Avda. de América", "Avenida de América"),
        Example("ES", "es", "C/ Mayor", "Calle Mayor"), Example("AD", "es", "CG-1", "CG 1"),
        Example("AD", "fr", "CG1", "CG 1"), Example("PT", "es", "Av. da Liberdade", "Avenida da Liberdade"),
        Example("PT", "en-GB", "R. Augusta", "Rua Augusta"), Example("NL", "nl", "A2", "A 2"),
        Example("NL", "nl", "Burg. Visserstr", "Burgemeester Visserstraat"), Example("BE", "nl", "E40", "E 40"),
        Example("BE", "nl", "Kerkstr.", "Kerkstraat"), Example("PL", "pl", "ul. Długa", "ulica Długa"),
        Example("PL", "pl", "pl. Wolności", "plac Wolności"), Example("PL", "pl", "DK7", "drogę krajową 7"),
        Example("RU", "ru", "ул. Лесная", "улица Лесная"), Example("RU", "ru", "М-4", "М 4"),
        Example("RU", "ru", "Невский пр.", "Невский проспект"),
        Example("RU", "ru", "Литейный пр-т", "Литейный проспект"),
        Example("NO", "de", "E 18", "E 18"), Example("NO", "en-GB", "FV 42", "fylkesvei 42"),
        Example("SE", "de", "E4", "E 4"),
    ]

    private func spoken(_ name: String, in country: String, _ tag: String) throws -> String {
        let table = try ShippedLanguages.table(tag)
        let format = table.text(for: "guidance_roadNumber") ?? "%a %n"
        return RoadNumberNormalizer(format: format).spoken(table.spokenName(name, in: country) ?? name)
    }

    @Test(arguments: examples) func `a name is said as people say it`(_ example: Example) throws {
        #expect(try spoken(example.name, in: example.country, example.language) == example.spoken)
    }

    /// Numbers of roads as a voice must get them, and the language of a foreign name.
    @Test(arguments: [
        ("US", "en-US", "Interstate 283 North", "Interstate 2 83 North", nil),
        ("US", "en-US", "US101", "US 1 oh 1", nil),
        ("US", "en-US", "Interstate 280", "Interstate 2 80", nil), ("US", "en-US", "Route 300", nil, nil),
        ("US", "en-US", "Farm to Market Road 1960", "Farm to Market Road 19 60", nil),
        ("US", "en-US", "Highway 1900", "Highway 19 hundred", nil), ("US", "en-US", "Interstate 95", nil, nil),
        ("US", "de", "Interstate 283", "Interstate 2 83", "en-us"), ("US", "de", "US 101", nil, nil),
        ("US", "de", "Main Street", "Main Street", "en-us"), ("GB", "en-GB", "A406", "A 4 oh 6", nil),
        ("GB", "en-GB", "M25", nil, nil), ("GB", "de", "A 406", nil, nil),
        ("CA", "en-US", "Highway 401", "Highway 4 oh 1", nil),
        ("CA", "de", "Rue Sherbrooke", nil, nil), ("FR", "de", "Rue de Rivoli", "Rue de Rivoli", "fr"),
        ("FR", "fr", "D 952", nil, nil), ("FR", "fr", "Rue de Rivoli", nil, nil),
        ("DE", "fr", "Hauptstraße", "Hauptstraße", "de"),
        ("DE", "en-GB", "A656", nil, nil), ("AT", "de", "Hauptstraße", nil, nil),
        ("CH", "de", "Rue du Rhône", nil, nil),
        ("RU", "de", "улица Ленина", "улица Ленина", "ru"),
    ])
    func `a voice says a name as in its country`(
        _ country: String, _ tag: String, _ name: String, _ spoken: String?, _ language: String?
    ) throws {
        let expected = spoken.map { NamePronunciation(name: name, spoken: $0, language: language) }
        #expect(try ShippedLanguages.table(tag).pronunciation(of: name, in: country) == expected)
    }

    @Test func `an announcement has the pronunciations of its names only`() throws {
        var step = Step.make(.turnLeft, onto: "I-283 N")
        let table = try ShippedLanguages.table("en-US")
        var generator = AnnouncementGenerator(strings: table)
        let announcement = try #require(try generator.announcement(for: .make(.make(.prepare), step: step)))
        #expect(announcement.text == "in 300 meters turn left onto Interstate 283 North")
        #expect(
            announcement.pronunciations
                == [NamePronunciation(name: "Interstate 283 North", spoken: "Interstate 2 83 North")])
        step.number = 4
        generator.settings.speaksStreetNames = false
        let silent = try generator.announcement(for: .make(.make(.prepare, identity: 2, step: 4), step: step))
        #expect(silent?.pronunciations == [])
    }

    @Test func `every country has examples`() {
        #expect(Set(Self.examples.map(\.country)) == Set(ShippedLanguages.countries))
        #expect(ShippedLanguages.countries.count >= 19)
    }

    @Test(arguments: ShippedLanguages.countries) func `names in full words stay as they are`(_ country: String) throws {
        for tag in ShippedLanguages.tags {
            for name in [
                "Mill Road", "Rue de la Paix", "Hauptstraße", "улица Ленина", "Via Roma", "Col du Galibier", "",
            ] {
                #expect(try spoken(name, in: country, tag) == name, "\(tag)")
            }
        }
    }

    @Test(arguments: [
        (38.9, -77.04, "US"), (37.77, -122.42, "US"), (47.61, -122.33, "US"), (21.3, -157.86, "US"),
        (61.2, -149.9, "US"),
        (43.65, -79.38, "CA"), (45.5, -73.57, "CA"), (49.28, -123.12, "CA"), (51.5, -0.13, "GB"), (55.95, -3.19, "GB"),
        (54.6, -5.93, "GB"), (53.35, -6.26, "IE"), (51.9, -8.47, "IE"), (-33.87, 151.2, "AU"), (-31.95, 115.86, "AU"),
        (48.86, 2.35, "FR"), (43.3, 5.37, "FR"), (48.58, 7.75, "FR"), (41.93, 8.74, "FR"), (43.74, 7.42, "FR"),
        (49.41, 8.69, "DE"), (52.52, 13.4, "DE"), (48.14, 11.58, "DE"), (53.55, 9.99, "DE"), (48.21, 16.37, "AT"),
        (47.27, 11.4, "AT"), (47.8, 13.04, "AT"), (47.38, 8.54, "CH"), (46.2, 6.15, "CH"), (46.95, 7.45, "CH"),
        (41.9, 12.5, "IT"), (45.46, 9.19, "IT"), (38.1, 13.36, "IT"), (39.22, 9.12, "IT"), (40.42, -3.7, "ES"),
        (41.39, 2.17, "ES"), (37.39, -5.99, "ES"), (28.1, -15.4, "ES"), (39.57, 2.65, "ES"), (42.51, 1.52, "AD"),
        (38.72, -9.14, "PT"), (41.15, -8.61, "PT"), (52.37, 4.9, "NL"), (51.44, 5.48, "NL"), (50.85, 5.69, "NL"),
        (50.85, 4.35, "BE"), (50.63, 5.57, "BE"), (52.23, 21.01, "PL"), (50.06, 19.94, "PL"), (55.75, 37.62, "RU"),
        (59.94, 30.31, "RU"), (54.71, 20.5, "RU"), (43.12, 131.9, "RU"), (59.91, 10.75, "NO"), (69.65, 18.96, "NO"),
        (59.33, 18.07, "SE"), (55.6, 13.0, "SE"), (36.04, 14.25, nil), (35.68, 139.69, nil), (0, 0, nil),
        (47.5, 19.04, nil),
    ])
    func `the country of a position is known`(_ latitude: Double, _ longitude: Double, _ country: String?) throws {
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        #expect(try ShippedLanguages.table("de").countryCode(at: position) == country)
    }

    private func route(_ steps: [Step], _ positions: [(Double, Double)]) -> Route {
        Route(
            id: "a", provider: "test",
            geometry: positions.map { Coordinate(latitudeDegrees: $0.0, longitudeDegrees: $0.1) },
            legs: [Leg(steps: steps, distanceMeters: 1000, durationSeconds: 100)], stopovers: [], distanceMeters: 1000,
            durationSeconds: 100)
    }

    @Test func `the country of a maneuver decides, and a border of the route precedes its position`() throws {
        var first = Step.make(.turnLeft, number: 1, onto: "I 95")
        var second = Step.make(.turnLeft, number: 2, onto: "SS 36", border: "IT")
        (first.geometryIndex, second.geometryIndex) = (0, 1)
        var generator = AnnouncementGenerator(strings: try ShippedLanguages.table("it"))
        generator.navigationStarted(route([first, second], [(38.9, -77.04), (48.14, 11.58)]))
        #expect(
            try generator.announcement(for: .make(.make(.prepare, identity: 1, step: 1), step: first))?.text
                == "tra 300 metri, svoltare a sinistra sulla Interstate 95")
        #expect(
            try generator.announcement(for: .make(.make(.prepare, identity: 2, step: 2), step: second))?.text
                == "tra 300 metri, svoltare a sinistra sulla statale 36, attraversare il confine")
    }

    @Test func `without a route the region of the language is the country`() throws {
        let info = NavigationInfo.make(.make(.now), step: .make(.turnLeft, onto: "N Main St"))
        let table = try ShippedLanguages.table("en-US")
        #expect(try AnnouncementGenerator.text(info, strings: table) == "now turn left onto North Main Street")
        let german = try ShippedLanguages.table("de")
        #expect(try AnnouncementGenerator.text(info, strings: german) == "jetzt links abbiegen auf N Main St")
    }

    @Test(arguments: [
        ("country = 3", "own.toml:1"), ("area = [\"49,-125\"]\ncountry = \"US\"", "own.toml:1"),
        ("country = \"US\"\nstreets = {}", "streets"), ("", "country"),
        ("country = \"US\"\nlanguage = \"<en>\"", "own.toml:2"),
        ("country = \"US\"\n[digits]\nen = \"some\"", "pairs, single"),
        ("country = \"US\"\narea = [\"149,-125 1,1 2,2\"]", "own.toml:2"),
    ])
    func `an invalid file is reported with its place`(_ text: String, _ place: String) {
        var phonetics = Phonetics()
        #expect {
            try phonetics.add(toml: text, name: "own.toml")
        } throws: {
            "\($0)".contains(place)
        }
    }
}
