import Announcements
import NavigationEvents
import Testing

@Suite struct SpokenDistanceTests {
    private func said(_ meters: Double, _ system: UnitSystem = .metric) -> String {
        SpokenDistance(meters: meters, system: system).map {
            "\($0.number(decimalSeparator: ".")) \($0.unit.rawValue.dropFirst(4).lowercased())"
        } ?? "nothing"
    }

    @Test(arguments: [
        (-5, "10 meters"), (0, "10 meters"), (14, "10 meters"), (15, "20 meters"), (94.9, "90 meters"),
        (95, "100 meters"), (124, "100 meters"), (125, "150 meters"), (274, "250 meters"), (275, "300 meters"),
        (949, "900 meters"), (950, "1 kilometers"), (1249, "1 kilometers"), (1250, "1.5 kilometers"),
        (2200, "2 kilometers"), (2749, "2.5 kilometers"), (2750, "3 kilometers"), (7499, "7 kilometers"),
        (7500, "8 kilometers"), (123_456, "123 kilometers"), (1_234_567, "1235 kilometers"),
    ])
    func `metric distances are rounded to meters and kilometers`(_ meters: Double, _ text: String) {
        #expect(said(meters) == text)
    }

    @Test(arguments: [
        (0, "50 feet"), (30, "50 feet"), (74, "50 feet"), (75, "100 feet"), (274, "250 feet"), (275, "300 feet"),
        (500, "500 feet"), (949, "900 feet"), (950, "1000 feet"), (1149, "1000 feet"), (1150, "0.25 miles"),
        (1320, "0.25 miles"), (1540, "0.33 miles"), (2190, "0.33 miles"), (2210, "0.5 miles"), (3299, "0.5 miles"),
        (3300, "0.75 miles"), (4619, "0.75 miles"), (4620, "1 miles"), (6600, "1.5 miles"), (14_500, "2.5 miles"),
        (14_520, "3 miles"), (52_800, "10 miles"),
    ])
    func `US distances are rounded to feet and parts of miles`(_ feet: Double, _ text: String) {
        #expect(said(feet * 0.3048, .us) == text)
    }

    @Test(arguments: [
        (0, "10 yards"), (15, "20 yards"), (94, "90 yards"), (95, "100 yards"), (274, "250 yards"),
        (275, "300 yards"), (349, "300 yards"), (350, "400 yards"), (419, "400 yards"), (420, "0.25 miles"),
        (440, "0.25 miles"), (600, "0.33 miles"), (880, "0.5 miles"), (1500, "0.75 miles"), (1600, "1 miles"),
        (4830, "2.5 miles"), (4840, "3 miles"),
    ])
    func `UK distances are rounded to yards and parts of miles`(_ yards: Double, _ text: String) {
        #expect(said(yards * 0.9144, .uk) == text)
    }

    /// How people say a part of a mile, also those whose own country has kilometres.
    @Test(arguments: ShippedLanguages.tags) func `parts of a mile are words`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        for units in [UnitSystem.us, .uk] {
            for miles in stride(from: 0.24, to: 0.98, by: 0.01) {
                let info = NavigationInfo.make(.make(.prepare), step: .make(.turnLeft), meters: miles * 1609.344)
                let text = try #require(
                    try AnnouncementGenerator.text(info, strings: table, settings: AnnouncementSettings(units: units)))
                #expect(!text.contains { $0.isNumber && $0 != "1" }, "\(tag), \(miles) miles: \(text)")
            }
        }
        let expected = [
            "en-US": "in a quarter mile turn left", "en-GB": "in a quarter of a mile turn left",
            "de": "in einer Viertelmeile links abbiegen", "fr": "dans un quart de mille, tournez à gauche",
            "es": "a un cuarto de milla, gire a la izquierda", "it": "tra un quarto di miglio, svoltare a sinistra",
            "nl": "over een kwart mijl linksaf", "pl": "za ćwierć mili skręć w lewo",
            "ru": "через четверть мили поверните налево", "ja": "よんぶんのいちマイルさき、ひだりほうこうです",
        ]
        let info = NavigationInfo.make(.make(.prepare), step: .make(.turnLeft), meters: 402)
        #expect(
            try AnnouncementGenerator.text(info, strings: table, settings: AnnouncementSettings(units: .us))
                == expected[tag])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 41e6]) func `an impossible distance gives no number`(
        _ meters: Double
    ) {
        #expect(SpokenDistance(meters: meters, system: .metric) == nil)
    }

    @Test func `the settings determine the decimal separator`() {
        #expect(SpokenDistance(meters: 1500, system: .metric)?.number(decimalSeparator: ",") == "1,5")
    }

    @Test(arguments: UnitSystem.allCases) func `every distance is rounded to a nearly true number`(
        _ system: UnitSystem
    ) throws {
        var last = 0.0
        for step in 0...80_000 {
            let meters = Double(step) / 2
            let distance = try #require(SpokenDistance(meters: meters, system: system))
            let number = distance.number(decimalSeparator: ".")
            let truth = distance.meters
            guard !number.hasSuffix(".0"), distance.hundredths > 0, number.count <= 4, truth >= last,
                abs(truth - meters) <= max(0.2 * meters, 15.3)
            else {
                Issue.record("\(meters) m is said as \(number) \(distance.unit)")
                return
            }
            last = truth
        }
    }
}
