import Announcements
import NavigationEvents
import Testing

/// The clips of a recorded voice.
@Suite struct ClipInventoryTests {
    private func names(_ table: StringTable, _ units: [UnitSystem] = UnitSystem.allCases) -> Set<String> {
        Set(ClipInventory(table, units: units).clips.map(\.name))
    }

    @Test func `the inventory has every clip of every announcement`() throws {
        let table = SpokenEnglish.table(with: [
            "followRoad": "follow the road| for |DISTANCE{bare}", "unitMeters_bare": "m",
            "unitKilometers_1": "kilometer",
            "roundaboutExitMore": "take exit number %n", "turnAround_walking": "turn round",
            "uTurn_walking": "turn round",
        ])
        for units in UnitSystem.allCases {
            let known = names(table, [units])
            for mode in [TravelMode.car, .foot, .bicycle] {
                for info in ManyMoments.all {
                    var generator = AnnouncementGenerator(
                        settings: .init(outputType: .samples, units: units), strings: table)
                    generator.navigationStarted(.make(mode))
                    let samples = try generator.announcement(for: info)?.samples ?? []
                    #expect(known.isSuperset(of: samples), "\(samples.filter { !known.contains($0) })")
                }
            }
        }
    }

    @Test func `the inventory has the clips of every distance`() {
        for units in UnitSystem.allCases {
            let known = names(SpokenEnglish.table, [units])
            for meters in stride(from: 0.0, through: 41_000, by: 7) {
                var generator = AnnouncementGenerator(
                    settings: .init(outputType: .samples, units: units), strings: SpokenEnglish.table)
                let samples = try? generator.announcement(for: .make(.make(.far, meters: meters)))?.samples
                #expect(known.isSuperset(of: samples ?? ["nothing"]), "\(meters): \(samples ?? [])")
            }
        }
    }

    @Test func `the text of a clip has no placeholders and no commas`() {
        let table = SpokenEnglish.table(with: [
            "unitMeters": "%n meters", "roundaboutExitMore": "take the exit %n now", "decimalSeparator": ",",
        ])
        let texts = Dictionary(uniqueKeysWithValues: ClipInventory(table).clips.map { ($0.name, $0.text) })
        #expect(texts["unitMeters"] == "meters")
        #expect(texts["roundaboutExitMore"] == "take the exit now")
        #expect(texts["then"] == "then")
        #expect(texts["1.5"] == "1,5" && texts["300"] == "300" && texts["13"] == "13")
        #expect(texts["turnLeft"] == "turn left")
        #expect(texts["streetDirection"] == nil && texts["decimalSeparator"] == nil && texts["distMan1"] == nil)
    }

    @Test func `the inventory has only the requested units`() {
        #expect(names(SpokenEnglish.table, [.metric]).isDisjoint(with: ["unitFeet", "unitYards", "unitMiles"]))
        #expect(names(SpokenEnglish.table, [.us]).isDisjoint(with: ["unitMeters", "unitYards"]))
    }
}
