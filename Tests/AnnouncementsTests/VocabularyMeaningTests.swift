import Announcements
import Guidance
import NavigationEvents
import TestSupport
import Testing

/// The 49 ids mean what they mean in tables that were written for the reference design: each is said where its meaning
/// is true, and nowhere else.
@Suite struct VocabularyMeaningTests {
    /// A table whose texts are the ids: each phrase is its id, each grammar its id and all its fields.
    private static let table: StringTable = {
        let first = "|DISTANCE |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME |SIGNPOST"
        let now = "|IMMEDIATELY |TUNNEL |MANOEUVRE1 |MANOEUVREADDON |STREETNAME"
        let second = "|, |IMMEDIATELY |MANOEUVRE2 |MANOEUVREADDON"
        var texts = Dictionary(uniqueKeysWithValues: StringKey.phrases.map { ($0, $0) })
        texts["distMan1"] = "distMan1 \(first)"
        texts["distMan1ThenMan2"] = "distMan1ThenMan2 \(first) \(second)"
        texts["nowMan1"] = "nowMan1 \(now)"
        texts["nowMan1ThenMan2"] = "nowMan1ThenMan2 \(now) \(second)"
        texts["endOfStreetMan"] = "endOfStreetMan \(first)"
        texts["unitMeters"] = "m"
        texts["unitKilometers"] = "km"
        return StringTable(
            texts: Dictionary(uniqueKeysWithValues: texts.map { ("guidance_" + $0.key, $0.value) }).merging(
                ["route_calc_failed": "route_calc_failed", "route_calc_progress_title": "route_calc_progress_title"]
            ) { $1 })
    }()

    /// The meaning of each id, with a step at which it is said.
    private static let meanings: [(id: String, means: String, step: Step)] =
        [
            ("border", "a country begins", .make(.straight, border: "CH")),
            ("continue", "continue, the direction is not known", .make(.onRampUnspecified)),
            ("ferryEnter", "the maneuver leads onto a ferry", .make(.turnRight, ferry: .enter)),
            ("ferryExit", "the maneuver leads off a ferry", .make(.turnRight, ferry: .exit)),
            ("holdHalfLeft", "keep left at a fork", .make(.forkLeft)),
            ("holdHalfRight", "keep right at a fork", .make(.forkRight)),
            ("holdStraight", "straight on at a decision", .make(.straight, isDecision: true)),
            ("motorroadEnter", "a road for motor vehicles only begins", .make(.straight, change: .motorroadEnter)),
            ("motorroadExit", "such a road is left", .make(.offRampRight, change: .motorroadExit)),
            ("motorwayEnter", "a motorway begins", .make(.onRampUnspecified, change: .motorwayEnter)),
            ("motorwayExit", "the motorway is left", .make(.offRampRight, change: .motorwayExit)),
            (
                "motorwayTurnHalfLeft", "keep left, then join the motorway",
                .make(.onRampSlightLeft, change: .motorwayEnter)
            ),
            (
                "motorwayTurnHalfRight", "keep right, then join the motorway",
                .make(.onRampKeepRight, change: .motorwayEnter)
            ),
            ("motorwayTurnLeft", "turn left, then join the motorway", .make(.onRampLeft, change: .motorwayEnter)),
            ("motorwayTurnRight", "turn right, then join the motorway", .make(.turnRight, change: .motorwayEnter)),
            ("straightLeft", "turn sharply left", .make(.turnSharpLeft)),
            ("straightRight", "turn sharply right", .make(.turnSharpRight)),
            ("streetDirection", "towards a place on the sign", .make(.turnLeft, towards: ["Ulm"])),
            ("streetDirectionSep", "onto a street", .make(.turnLeft, onto: "Mill Road")),
            ("tunnelAfter", "the maneuver is just after a tunnel", .make(.turnLeft, tunnel: .immediatelyAfter)),
            ("tunnelIn", "the maneuver is in a tunnel", .make(.turnLeft, tunnel: .inside)),
            ("turnAround", "make a U-turn here", .make(.turnUTurnCounterclockwise)),
            ("turnLeft", "turn left", .make(.turnLeft)),
            ("turnRight", "turn right", .make(.turnRight)),
            ("endOfStreetMan", "the road ends at the turn", .make(.turnLeft, isEndOfRoad: true)),
        ]
        + (1...12).map { count in
            let step = Step.make(.roundaboutStraightCounterclockwise, exit: count)
            return ("roundaboutExit\(count)", "exit \(count) of the roundabout", step)
        }

    /// The ids that every drive of this suite says, since it starts, has a maneuver and arrives.
    private static let everywhere = ["startAreaExit", "distMan1", "nowMan1", "now", "targetReached", "targetAreaEnter"]

    /// Drives along a straight road with maneuvers, and returns what is said.
    private func drive(_ drive: LineDrive, fixes: [Fix]? = nil, answer: String? = nil) throws -> [String] {
        try LineDrive.texts(fixes ?? drive.fixes(), along: drive.route(), strings: Self.table, failure: answer)
    }

    private func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "," }.map(String.init) }

    @Test func `each id is said for its meaning and for no other`() throws {
        for (id, means, step) in Self.meanings {
            let texts = try drive(LineDrive([(step, 1500)], end: 1500))
            let said = Set(texts.flatMap(words))
            #expect(said.contains(id), "\(id) means: \(means); said: \(texts)")
            // The id of another maneuver is not said there.
            let others = Set(Self.meanings.map(\.id)).subtracting([id])
            let companions: Set = [
                "turnLeft", "turnRight", "holdStraight", "continue", "streetDirection", "streetDirectionSep",
            ]
            let wrong = said.intersection(others).subtracting(companions)
            #expect(wrong.isEmpty, "\(id) means: \(means); said: \(texts)")
        }
    }

    @Test func `the destination will be reached before it is, and is reached at the end`() throws {
        let texts = try drive(LineDrive([(.make(.turnLeft), 1500)], end: 1500))
        #expect(texts.first == "startAreaExit")
        #expect(texts.last == "targetAreaEnter")
        let ahead = texts.filter { words($0).contains("targetReached") }
        #expect(!ahead.isEmpty && ahead.allSatisfy { $0.hasPrefix("distMan1 ") && $0.hasSuffix(" targetReached") })
        for id in Self.everywhere { #expect(texts.flatMap(words).contains(id), "\(id): \(texts)") }
    }

    @Test func `the last turn announces the destination that follows`() throws {
        let texts = try drive(LineDrive([(.make(.turnLeft), 1500)], end: 60))
        #expect(texts.contains("nowMan1ThenMan2 turnLeft, targetReached"), "\(texts)")
    }

    @Test func `the second of two maneuvers is announced with the first`() throws {
        var step = Step.make(.turnLeft)
        let texts = try drive(LineDrive([(step, 1500), (.make(.turnRight), 20)], end: 1500))
        #expect(texts.contains("nowMan1ThenMan2 now turnLeft, now turnRight"), "\(texts)")
        step.sameSideStreetMeters = 30
        let aside = try drive(LineDrive([(step, 1500), (.make(.turnRight), 20)], end: 1500))
        #expect(
            aside.contains { $0.hasPrefix("distMan1ThenMan2 ") && $0.hasSuffix(" turnLeft, now turnRight") }, "\(aside)"
        )
    }

    @Test func `a long road is followed, and a stopover is reached`() throws {
        let texts = try drive(LineDrive([(.make(.destination), 9000)], end: 1500))
        #expect(texts.contains("followRoad"), "\(texts)")
        #expect(texts.contains("stopover") && texts.last == "targetAreaEnter", "\(texts)")
    }

    @Test func `off route, turning around, the search and its failure have words`() throws {
        let line = LineDrive([(.make(.turnLeft), 1500)], end: 1500)
        let lost = line.fixes(until: 400) + line.fixesAside(from: 400, seconds: 30)
        #expect(try drive(line, fixes: lost).contains("route_calc_progress_title"))
        let failed = try drive(line, fixes: lost, answer: "reach the router")
        #expect(failed.contains("uTurn") && failed.count { $0 == "route_calc_failed" } == 1, "\(failed)")
    }

    @Test func `a list ends with the destination`() {
        let generator = AnnouncementGenerator(strings: Self.table)
        #expect(generator.listText(for: .make(.destinationLeft)) == "targetAreaEnterRouteList")
    }

    /// An Apple-style table of the reference is true in both places.
    @Test func `the arrival of a table of the reference is true when it is said`() throws {
        let table = SpokenEnglish.table(with: [
            "targetAreaEnter": "you have reached the destination area",
            "targetReached": "you will have reached your destination",
        ])
        let ahead = NavigationInfo.make(.make(.prepare, .destination, meters: 200), step: .make(.destination))
        #expect(
            try AnnouncementGenerator.text(ahead, strings: table)
                == "in 200 meters you will have reached your destination")
        let there = NavigationInfo.make(.make(.now, .destination), step: .make(.destination))
        #expect(try AnnouncementGenerator.text(there, strings: table) == "you have reached the destination area")
    }

    @Test func `all 49 ids have a meaning here`() {
        let elsewhere = [
            "startAreaExit", "distMan1", "nowMan1", "now", "targetReached", "targetAreaEnter", "distMan1ThenMan2",
            "nowMan1ThenMan2", "followRoad", "stopover", "uTurn", "targetAreaEnterRouteList",
        ]
        let all = Self.meanings.map(\.id) + elsewhere
        #expect(Set(all.map { "guidance_" + $0 }) == Set(StringKey.vocabulary) && all.count == 49)
    }
}
