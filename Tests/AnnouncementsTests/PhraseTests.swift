import Announcements
import NavigationEvents
import Testing

/// The phrases of maneuvers.
@Suite struct PhraseTests {
    private func now(_ step: Step, with extra: [String: String] = [:]) throws -> String? {
        try AnnouncementGenerator.text(.make(.make(.now), step: step), strings: SpokenEnglish.table(with: extra))
            .map { String($0.dropFirst("now ".count)) }
    }

    @Test(arguments: [
        (Maneuver.straight, "go straight on"), (.turnLeft, "turn left"), (.turnRight, "turn right"),
        (.turnKeepLeft, "keep left"), (.turnSlightRight, "keep right"), (.turnSharpLeft, "turn sharp left"),
        (.turnSharpRight, "turn sharp right"), (.turnUTurnClockwise, "turn round"), (.forkRight, "keep right"),
        (.mergeLeft, "keep left"), (.mergeUnspecified, "continue"), (.onRampLeft, "turn left"),
        (.onRampUTurnCounterclockwise, "turn round"), (.offRampRight, "leave the motorway"),
        (.offRampKeepLeft, "keep left"),
        (.depart, "set off"), (.unknown, "continue"), (.nameChange, "continue"),
        (.ferryBoat, "continue onto the ferry"), (.ferryTrain, "continue onto the ferry"),
        (.roundaboutCounterclockwise, "continue"), (.roundaboutLeftClockwise, "turn left"),
        (.roundaboutExitClockwise, "continue"), (.roundaboutUTurnCounterclockwise, "turn round"),
    ])
    func `each maneuver has its phrase`(_ maneuver: Maneuver, _ words: String) throws {
        #expect(try now(.make(maneuver)) == words)
    }

    @Test(arguments: Maneuver.allCases) func `every maneuver has an announcement`(_ maneuver: Maneuver) throws {
        #expect(try now(.make(maneuver))?.isEmpty == false)
    }

    @Test func `motorways and expressways have their own phrases`() throws {
        #expect(try now(.make(.onRampRight, change: .motorwayEnter)) == "turn right, then join the motorway")
        #expect(try now(.make(.onRampUnspecified, change: .motorwayEnter)) == "join the motorway")
        #expect(
            try now(.make(.onRampSlightLeft, change: .motorwayEnter)) == "keep left, then join the motorway")
        #expect(try now(.make(.mergeLeft, change: .motorwayEnter)) == "join the motorway")
        #expect(try now(.make(.straight, change: .motorroadEnter)) == "join the expressway")
        #expect(try now(.make(.offRampSlightRight, change: .motorwayExit)) == "leave the motorway")
        #expect(try now(.make(.offRampUnspecified, change: .motorroadExit)) == "leave the expressway")
        #expect(try now(.make(.turnLeft, change: .motorwayEnter)) == "turn left, then join the motorway")
        #expect(try now(.make(.turnLeft, change: .motorroadEnter)) == "turn left")
    }

    @Test func `the phrase of an exit on the side of the fast lanes names the side`() throws {
        let exits = ["motorwayExitLeft": "exit left", "motorwayExitRight": "exit right"]
        #expect(try now(.make(.offRampLeft, side: .right, change: .motorwayExit), with: exits) == "exit left")
        #expect(try now(.make(.offRampLeft, side: .left, change: .motorwayExit), with: exits) == "leave the motorway")
        #expect(try now(.make(.offRampRight, side: .left, change: .motorwayExit), with: exits) == "exit right")
        #expect(try now(.make(.offRampLeft, side: .right, change: .motorwayExit)) == "leave the motorway")
    }

    @Test func `a table may have more exact phrases`() throws {
        #expect(try now(.make(.turnSlightLeft), with: ["turnHalfLeft": "bear left"]) == "bear left")
        let ramp = Step.make(.onRampRight, change: .motorwayEnter)
        #expect(try now(ramp, with: ["motorwayEnterRight": "right, onto the motorway"]) == "right, onto the motorway")
    }

    @Test(arguments: 1...12) func `roundabout exits are announced by number`(_ exit: Int) throws {
        #expect(try now(.make(.roundaboutStraightCounterclockwise, exit: exit)) == "take exit \(exit)")
    }

    @Test func `the phrase contains the number of an exit beyond the twelfth`() throws {
        let step = Step.make(.roundaboutClockwise, onto: "Ring", towards: ["Fulda"], exit: 14)
        #expect(try now(step, with: ["roundaboutExitMore": "take exit number %n"]) == "take exit number 14 onto Ring")
    }

    @Test func `without a phrase, sign and name announce an exit beyond the twelfth`() throws {
        let step = Step.make(.roundaboutClockwise, onto: "Ring", towards: ["Fulda"], exit: 13)
        let info = NavigationInfo.make(.make(.prepare), step: step)
        #expect(try AnnouncementGenerator.text(info) == "300 meters onto Ring towards Fulda")
        let nameless = NavigationInfo.make(.make(.prepare), step: .make(.roundaboutClockwise, exit: 13))
        #expect(throws: AnnouncementError.noPhrase(ids: ["guidance_roundaboutExitMore"])) {
            try AnnouncementGenerator.text(nameless)
        }
    }

    @Test(arguments: [0, -1]) func `an exit number below 1 is not announced`(_ exit: Int) throws {
        #expect(try now(.make(.roundaboutRightClockwise, exit: exit)) == "turn right")
    }

    @Test func `tunnels, ferries and borders are announced`() throws {
        #expect(try now(.make(.turnLeft, tunnel: .inside)) == "in the tunnel turn left")
        #expect(try now(.make(.turnLeft, tunnel: .immediatelyAfter)) == "after the tunnel turn left")
        #expect(try now(.make(.turnRight, ferry: .enter)) == "turn right onto the ferry")
        #expect(try now(.make(.straight, ferry: .exit)) == "go straight on off the ferry")
        #expect(try now(.make(.straight, border: "FR")) == "cross the border")
        #expect(try now(.make(.turnLeft, border: "FR")) == "turn left, cross the border")
    }

    @Test func `names and signs can be turned off`() throws {
        let info = NavigationInfo.make(
            .make(.prepare), step: .make(onto: "B37", towards: ["Ulm", "Aalen", "Bopfingen"]))
        func text(_ settings: AnnouncementSettings) throws -> String? {
            try AnnouncementGenerator.text(info, settings: settings)
        }
        #expect(try text(.init()) == "in 300 meters turn left onto B 37 towards Ulm, Aalen")
        #expect(try text(.init(speaksStreetNames: false)) == "in 300 meters turn left towards Ulm, Aalen")
        #expect(try text(.init(speaksSignposts: false)) == "in 300 meters turn left onto B 37")
        #expect(try text(.init(outputType: .samples)) == "in 300 meters turn left")
    }

    @Test func `only road numbers are written with a space`() {
        let names = RoadNumberNormalizer()
        let spoken = ["A7", "B37a", "CA-85", "Q7 Straße", "L 600", "K4242", "Wall", "ABCD1", ""].map(names.spoken)
        #expect(spoken == ["A 7", "B 37a", "CA 85", "Q7 Straße", "L 600", "K 4242", "Wall", "ABCD1", ""])
    }

    @Test func `the settings choose the units and the table gives their words`() throws {
        let info = NavigationInfo.make(.make(.prepare), meters: 1500)
        func text(_ units: UnitSystem, _ separator: String?, _ extra: [String: String] = [:]) throws -> String? {
            try AnnouncementGenerator.text(
                info, strings: SpokenEnglish.table(with: extra),
                settings: .init(units: units, decimalSeparator: separator))
        }
        #expect(try text(.metric, nil) == "in 1.5 kilometers turn left")
        #expect(try text(.metric, nil, ["decimalSeparator": ","]) == "in 1,5 kilometers turn left")
        #expect(try text(.metric, "·") == "in 1·5 kilometers turn left")
        #expect(try text(.us, nil) == "in 1 mile turn left")
        #expect(try text(.uk, nil) == "in 1 mile turn left")
        #expect(try text(.metric, nil, ["unitKilometers": "%nkm"]) == "in 1.5km turn left")
        let one = NavigationInfo.make(.make(.prepare), meters: 1000)
        #expect(try AnnouncementGenerator.text(one) == "in 1 kilometer turn left")
    }
}
