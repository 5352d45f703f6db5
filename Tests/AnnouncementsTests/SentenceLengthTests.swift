import Announcements
import NavigationEvents
import Testing

/// Long sentences are shortened, and the end of a tunnel is announced once.
@Suite struct SentenceLengthTests {
    @Test(arguments: ShippedLanguages.tags) func `no sentence lasts more than six seconds`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        for info in ManyMoments.all {
            var long = info
            long.currentStep?.fullRoadName = "Friedrich-Ebert-Gedächtnis-Anlage"
            long.currentStep?.simpleRoadName = "Friedrich-Ebert-Gedächtnis-Anlage"
            long.currentStep?.signpost = Signpost(
                destinations: ["Garmisch-Partenkirchen", "Kirchheimbolanden", "Ludwigshafen"], refs: [])
            for info in [info, long] {
                let text = try #require(try AnnouncementGenerator.text(info, strings: table))
                // Nothing can be left out of two maneuvers alone.
                let isBare = !text.contains("Ebert") && !text.contains("Garmisch")
                if SpeakingRate(table).speechSeconds(for: text) > 6, !isBare { Issue.record("\(tag): \(text)") }
            }
        }
    }

    @Test func `the second maneuver stays in a long sentence`() throws {
        let step = Step.make(
            .roundaboutCounterclockwise, onto: "Friedrich-Ebert-Anlage",
            towards: ["Garmisch-Partenkirchen", "Kempten"],
            exit: 2)
        let info = NavigationInfo.make(
            .make(.prepare, includesNext: true), step: step, then: .make(.turnSharpRight, number: 4))
        let text = try #require(try AnnouncementGenerator.text(info, strings: ShippedLanguages.table("en-GB")))
        #expect(text.hasSuffix("then turn sharp right"))
    }

    @Test func `the end of a tunnel is announced once`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let first = Step.make(.turnLeft, tunnel: .immediatelyAfter)
        let second = Step.make(.turnRight, number: 4, tunnel: .immediatelyAfter)
        let third = Step.make(.turnLeft, number: 9, tunnel: .immediatelyAfter)
        let texts = try [
            NavigationInfo.make(.make(.prepare, identity: 1), step: first, then: second),
            .make(.make(.now, identity: 1, includesNext: true), step: first, then: second),
            .make(.make(.now, identity: 2, step: 4), step: second),
            .make(.make(.now, identity: 3, step: 9), step: third),
        ].map { try generator.announcement(for: $0)?.text ?? "" }
        #expect(
            texts == [
                "in 300 meters after the tunnel turn left", "now turn left, then turn right", "now turn right",
                "now after the tunnel turn left",
            ])
    }
}
