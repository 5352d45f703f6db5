import Guidance
import NavigationEvents
import Testing

@Suite("Due cues")
struct CueTests {
    private func drive(
        _ road: Road, speed: Double = 14, settings: GuidanceSettings = GuidanceSettings(), slowing: Bool = false
    ) throws -> Journey {
        try Journey.along(
            road.route(), Drive(road: road, speed: speed, slowsAtCorners: slowing).fixes(), settings: settings)
    }

    @Test func `in town a turn is prepared and then announced, once each`() throws {
        let journey = try drive(Road().straight(1500).turn(.turnRight, onto: "Hauptstraße").straight(1500))
        let turn = journey.cues.filter { $0.subject == .maneuver }
        #expect(turn.map(\.stage) == [.prepare, .now])
        #expect(turn.map(\.priority) == [.prepare, .now])
        // 30 s at 14 m/s are 420 m: the next smaller trigger distance is 400 m.
        #expect((380...400).contains(turn[0].distanceMeters))
        #expect((50...100).contains(turn[1].distanceMeters))
        #expect(journey.cues.filter { $0.subject == .destination }.map(\.stage) == [.prepare, .now])
        #expect(turn[0].stepNumber == 1)
    }

    @Test(arguments: [3.0, 8, 14, 22, 30, 38]) func `the announcement of 'now' ends early enough before the maneuver`(
        speed: Double
    ) throws {
        let journey = try drive(
            Road().straight(4000).turn(.turnRight, onto: "Sehr-Lange-Namen-Straße").straight(500), speed: speed)
        let now = try #require(journey.cues.first { $0.stage == .now })
        let speech = 0.4 + 46 / 15.0
        // This driver has not slowed down for the corner yet.
        let braking = speed * speed / (2 * now.distanceMeters)
        #expect(now.distanceMeters / speed > speech + 1 || braking > 2)
        #expect(braking < 4.5)
        // A cue may be due half a fix before its trigger distance.
        #expect(now.distanceMeters <= 300 + speed / 2)
    }

    @Test(
        arguments: [6.0, 9, 14], [1.0, 10])
    func `when slowing down for a corner 'now' ends 2.5 to 5 seconds before it`(
        speed: Double, hertz: Double
    ) throws {
        let road = Road().straight(1200).turn(.turnRight, onto: "Lange Straße").straight(500)
        let drive = Drive(road: road, speed: speed, slowsAtCorners: true, hertz: hertz)
        let now = try #require(try Journey.along(road.route(), drive.fixes()).cues.first { $0.stage == .now })
        var approach = drive
        approach.to = 1200
        let corner = Drive.time(approach.endSeconds)
        let words = "now turn right onto Lange Straße".count
        let left = corner.seconds(since: now.dueAt) - 0.2 - Double(words) / 15
        #expect((2.5...5).contains(left))
    }

    @Test func `on a motorway follow, far, prepare and now are due in this order`() throws {
        let road = Road().straight(100).turn(.onRampRight, onto: "A 5", change: .motorwayEnter).straight(8000)
            .turn(.offRampRight, onto: "Ausfahrt", change: .motorwayExit).straight(600)
        let journey = try drive(road, speed: 33)
        let exit = journey.cues.filter { $0.stepNumber == 2 }
        #expect(exit.map(\.stage) == [.follow, .far, .prepare, .now])
        #expect(exit.map(\.subject) == [.followRoad, .maneuver, .maneuver, .maneuver])
        #expect((1950...2000).contains(exit[1].distanceMeters))
    }

    /// The largest round distance in the units that the speed allows: 30 s of driving, at most 1000 m.
    @Test(
        arguments: [
            (UnitSystem.us, 6.0, 152.4), (.us, 12, 304.8), (.us, 14, 402.336), (.us, 30, 804.672), (.uk, 6, 182.88),
            (.uk, 7, 182.88), (.uk, 13, 365.76), (.uk, 15, 402.336), (.uk, 30, 804.672), (.metric, 14, 400),
        ] as [(UnitSystem, Double, Double)])
    func `a turn is prepared at a round distance in the spoken units`(
        units: UnitSystem, speed: Double, meters: Double
    ) throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "Main Street").straight(500)
        let journey = try drive(road, speed: speed, settings: GuidanceSettings(units: units))
        let cue = try #require(journey.cues.first { $0.stage == .prepare && $0.subject == .maneuver })
        #expect((meters - speed...meters).contains(cue.distanceMeters))
    }

    @Test(arguments: [UnitSystem.us, .uk]) func `the far stage is due two miles before an exit`(units: UnitSystem)
        throws
    {
        let road = Road().straight(100).turn(.onRampRight, onto: "I 5", change: .motorwayEnter).straight(9000)
            .turn(.offRampRight, onto: "Exit", change: .motorwayExit).straight(600)
        let journey = try drive(road, speed: 33, settings: GuidanceSettings(units: units))
        let exit = journey.cues.filter { $0.stepNumber == 2 }
        #expect(exit.map(\.stage) == [.follow, .far, .prepare, .now])
        #expect((3185.0...3218.7).contains(exit[1].distanceMeters))
        #expect((771.0...804.7).contains(exit[2].distanceMeters))
    }

    @Test func `a slow road or a short stretch has no far stage`() throws {
        #expect(
            !(try drive(Road().straight(3500).turn(.turnLeft, onto: "A").straight(200)).cues.contains {
                $0.stage == .far
            }))
        #expect(
            !(try drive(Road().straight(2300).turn(.turnLeft, onto: "A").straight(200), speed: 30).cues
                .contains { $0.stage == .far }))
    }

    @Test func `a prepare stage that would run into 'now' is dropped`() throws {
        let road = Road().straight(1000).turn(.turnRight, onto: "A").straight(130).turn(.turnLeft, onto: "B").straight(
            600)
        let journey = try drive(road)
        #expect(journey.cues.filter { $0.stepNumber == 2 }.map(\.stage) == [.now])
    }

    @Test func `two close maneuvers are announced together and the second keeps its own 'now'`() throws {
        let road = Road().straight(1000).turn(.turnRight, onto: "A").straight(45).turn(.turnLeft, onto: "B").straight(
            40
        )
        .turn(.turnRight, onto: "C").straight(800)
        let journey = try drive(road, speed: 8)
        let first = try #require(journey.cues.first { $0.stepNumber == 1 && $0.stage == .now })
        #expect(first.includesNext && first.isNextImmediate)
        #expect(journey.cues.filter { $0.stepNumber == 2 }.map(\.stage) == [.now])
        let far = Road().straight(1000).turn(.turnRight, onto: "A").straight(300).turn(.turnLeft, onto: "B").straight(
            500)
        #expect(try drive(far, speed: 8).cues.allSatisfy { !$0.includesNext })
    }

    @Test func `name changes, straight on and keeping without a decision are not announced`() throws {
        let road = Road().straight(400).turn(.nameChange, onto: "A").straight(400).turn(.straight, onto: "B").straight(
            400
        )
        .turn(.turnKeepRight, onto: "C", by: 5).straight(400).turn(.mergeLeft, onto: "D").straight(800)
        #expect(try drive(road).cues.allSatisfy { $0.subject != .maneuver })
    }

    @Test func `keeping is announced for marked lanes and a merge after more than two kilometres`() throws {
        let lanes = [
            Lane(directions: [LaneDirection(shape: .slightLeft, isRecommended: true)]),
            Lane(directions: [LaneDirection(shape: .straight, isRecommended: false)]),
        ]
        let keep = Road().straight(1500).turn(.turnKeepLeft, onto: "A", by: -5, lanes: lanes).straight(800)
        #expect(try drive(keep).cues.contains { $0.subject == .maneuver && $0.stage == .now })
        let merge = Road().straight(2500).turn(.mergeLeft, onto: "A").straight(800)
        #expect(try drive(merge).cues.contains { $0.subject == .maneuver && $0.stage == .now })
    }

    @Test func `entry and exit of a roundabout are one announcement`() throws {
        let road = Road().straight(1000).turn(.roundaboutRightCounterclockwise, onto: "A").curve(
            radius: 20, degrees: 90
        )
        .turn(.roundaboutExitCounterclockwise, onto: "A").straight(800)
        let journey = try drive(road, speed: 10)
        #expect(Set(journey.cues.filter { $0.subject == .maneuver }.map(\.stepNumber)) == [1])
    }

    @Test func `no stage begins while the vehicle is stationary`() throws {
        let road = Road().straight(400).turn(.turnRight, onto: "A").straight(100)
        let fixes = Drive(road: road, to: 0.1, waits: 30).fixes().map { fix in
            var fix = fix
            fix.position = road.coordinate(east: 385, north: 0)
            fix.smoothedPosition = fix.position
            fix.speedMetersPerSecond = 0.2
            return fix
        }
        var journey = Journey()
        try journey.start(Road().straight(400).turn(.turnRight, onto: "A").straight(100).route())
        journey.drive(Array(fixes.prefix(20)))
        #expect(journey.cues.isEmpty)
    }

    @Test func `a cue stays in the events until the next stage or the maneuver`() throws {
        let journey = try drive(Road().straight(1500).turn(.turnRight, onto: "A").straight(1500))
        var stage = CueStage.unknown
        for info in journey.infos where info.currentStep?.number == 1 {
            guard let cue = info.cue else {
                #expect(stage == .unknown, "the cue vanished before the maneuver")
                continue
            }
            #expect(cue.stage.rawValue >= stage.rawValue)
            stage = cue.stage
        }
        #expect(stage == .now)
        #expect(journey.infos.first { $0.currentStep?.number == 2 }?.cue == nil)
    }

    @Test func `a drive that starts close to a maneuver announces the real distance`() throws {
        let road = Road().straight(1000).turn(.turnRight, onto: "A").straight(800)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: road, speed: 14, slowsAtCorners: false, from: 770).fixes())
        let first = try #require(journey.cues.first)
        #expect(first.stage == .prepare)
        #expect(abs(first.distanceMeters - 230) < 10)
    }

    @Test func `a jump forwards announces only the last stage and a jump back repeats nothing`() throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "A").straight(800)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: road, speed: 14, slowsAtCorners: false, to: 1000).fixes())
        journey.drive(Drive(road: road, speed: 14, slowsAtCorners: false, from: 2930, to: 2960, at: 2000).fixes())
        journey.drive(Drive(road: road, speed: 14, slowsAtCorners: false, from: 2500, at: 4000).fixes())
        #expect(journey.cues.filter { $0.subject == .maneuver }.map(\.stage) == [.now])
    }

    @Test func `the timing factor moves every stage`() throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "Hauptstraße").straight(900)
        let distances = try [1.5, 1, 0.7].map { factor in
            try drive(road, settings: GuidanceSettings(cueTimingFactor: factor)).cues
                .filter { $0.stepNumber == 1 && $0.subject != .start }.map(\.distanceMeters)
        }
        for (earlier, later) in zip(distances, distances.dropFirst()) {
            for (one, other) in zip(earlier, later) { #expect(one > other) }
        }
    }

    @Test func `pedestrians hear of a turn later than drivers`() throws {
        let road = Road(mode: .foot).straight(300).turn(.turnRight, onto: "Gasse").straight(200)
        let journey = try drive(road, speed: 1.4)
        let now = try #require(journey.cues.first { $0.stage == .now && $0.subject == .maneuver })
        #expect((6...12).contains(now.distanceMeters))
    }
}
