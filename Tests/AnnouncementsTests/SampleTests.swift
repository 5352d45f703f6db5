import Announcements
import NavigationEvents
import Testing

/// Announcements as lists of recorded clips.
@Suite struct SampleTests {
    private func samples(_ info: NavigationInfo, _ settings: AnnouncementSettings = .init()) throws -> [String]? {
        var generator = AnnouncementGenerator(settings: settings, strings: SpokenEnglish.table)
        return try generator.announcement(for: info)?.samples
    }

    @Test func `clips follow the grammar and omit names`() throws {
        let step = Step.make(.turnLeft, onto: "Mill Road", towards: ["Ulm"], tunnel: .immediatelyAfter)
        let info = NavigationInfo.make(
            .make(.prepare, meters: 1540, includesNext: true, isNextImmediate: true), step: step,
            then: .make(.turnRight, number: 4))
        #expect(
            try samples(info) == [
                "in", "1.5", "unitKilometers", "tunnelAfter", "turnLeft", "then", "now", "turnRight",
            ])
    }

    @Test func `the arrival is one clip`() throws {
        #expect(try samples(.make(.make(.now, .destination))) == ["targetAreaEnter"])
    }

    @Test func `a distance beyond twenty kilometers has no clip`() throws {
        let info = NavigationInfo.make(.make(.far, meters: 26_000))
        #expect(try samples(info) == ["turnLeft"])
        var generator = AnnouncementGenerator(settings: .init(outputType: .samples), strings: SpokenEnglish.table)
        #expect(try generator.announcement(for: info)?.text == "turn left")
    }

    @Test func `the metric numbers are a closed set`() {
        let whole = Array(stride(from: 10, through: 90, by: 10)) + [100, 150, 200, 250]
        let known = Set(
            (whole + Array(stride(from: 300, through: 900, by: 100)) + [1, 2] + Array(3...20)).map { "\($0)" }
        )
        .union(["1.5", "2.5"])
        for meters in stride(from: 0.0, through: 20_400, by: 1) {
            let number = SpokenDistance(meters: meters, system: .metric)?.number(decimalSeparator: ".") ?? ""
            guard known.contains(number) else {
                Issue.record("\(meters) m needs the clip \(number)")
                return
            }
        }
    }

    /// The clips of the inventory are sufficient for a language.
    @Test(arguments: ShippedLanguages.tags)
    func `the inventory has every clip of the announcements`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        let ways: [(UnitSystem, TravelMode)] = [(.metric, .car), (.us, .car), (.uk, .car), (.metric, .foot)]
        for (units, mode) in ways {
            let clips = ClipInventory(table, units: [units]).clips
            let names = Set(clips.map(\.name))
            #expect(names.count == clips.count && clips.allSatisfy { !$0.text.isEmpty && !$0.text.contains("%") })
            var generator = AnnouncementGenerator(
                settings: AnnouncementSettings(outputType: .samples, units: units), strings: table)
            generator.navigationStarted(.make(mode))
            for info in ManyMoments.all + ManyMoments.lanes {
                generator.navigationStopped()
                let announcement = try generator.announcement(for: info)
                let missing = announcement?.samples.filter { !names.contains($0) } ?? ["anything"]
                if !missing.isEmpty || announcement?.samples.isEmpty != false {
                    Issue.record("\(tag), \(units): no clip \(missing) for \(announcement?.text ?? "")")
                }
            }
        }
    }
}
