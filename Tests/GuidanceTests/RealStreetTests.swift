import Glibc
import Guidance
import NavigationEvents
import Platform
import Testing
import TestSupport

/// Behaviour of real receivers and drivers: they stand with noise, creep, report nonsense in tunnels, pass beside.
@Suite("Real streets and receivers")
struct RealStreetTests {
    /// The same fixes with a velocity that has noise in each direction: a speed is never negative.
    private func noisyVelocity(_ fixes: [Fix], _ deviation: Double, seed: UInt64) -> [Fix] {
        var random = SplitMix64(seed: seed)
        return fixes.map { fix in
            let (speed, course) = (fix.speedMetersPerSecond ?? 0, (fix.courseDegrees ?? 0) * .pi / 180)
            let east = speed * sin(course) + random.normal(deviation)
            let north = speed * cos(course) + random.normal(deviation)
            var noisy = fix
            noisy.speedMetersPerSecond = (east * east + north * north).squareRoot()
            let degrees = atan2(east, north) * 180 / .pi
            noisy.courseDegrees = degrees < 0 ? degrees + 360 : degrees
            return noisy
        }
    }

    @Test(arguments: UInt64(1)...8) func `at a red light the next step is not shown early`(seed: UInt64) throws {
        let road = Road().straight(400).turn(.turnRight, onto: "Ring").straight(400)
        let waits = Drive(road: road, noise: 4, seed: seed, to: 390, waits: 90).fixes()
        var journey = Journey(filtered: .car)
        try journey.start(road.route())
        journey.drive(noisyVelocity(waits, 0.25, seed: seed))
        let standing = journey.infos.suffix(85)
        #expect(standing.allSatisfy { $0.currentStep?.maneuver == .turnRight }, "seed \(seed)")
        #expect(!journey.wasOffRoute)
    }

    @Test(arguments: UInt64(1)...8) func `a jam that creeps is followed`(seed: UInt64) throws {
        let road = Road().straight(300)
        let creeps = Drive(road: road, speed: 0.5, slowsAtCorners: false, noise: 3, seed: seed, to: 200).fixes()
        let journey = try Journey.along(road.route(), noisyVelocity(creeps, 0.25, seed: seed), filtered: true)
        for (second, info) in journey.infos.enumerated().dropFirst(30) {
            let error = (info.matched?.distanceAlongRouteMeters ?? 0) - 0.5 * Double(second)
            #expect(error.magnitude < 20, "seed \(seed), second \(second)")
        }
        #expect(!journey.wasOffRoute)
    }

    @Test(arguments: UInt64(1)...4) func `twenty minutes of parking raise no alarm`(seed: UInt64) throws {
        let road = Road().straight(400).turn(.turnRight, onto: "Ring").straight(400)
        let parks = Drive(road: road, noise: 9, accuracy: 14, seed: seed, to: 300, waits: 1200).fixes()
        let journey = try Journey.along(road.route(), noisyVelocity(parks, 0.25, seed: seed), filtered: true)
        #expect(!journey.wasOffRoute)
        #expect(journey.infos.last?.currentStep?.maneuver == .turnRight)
    }

    @Test(arguments: [0.0, 20]) func `positions of the portal are not believed in a tunnel`(told: Double) throws {
        let road = Road().straight(600).tunnel { $0.straight(1500) }.straight(400)
        var journey = Journey()
        try journey.start(road.route())
        var fixes = Drive(road: road, speed: 20, slowsAtCorners: false).fixes()
        let portal = try #require(fixes.first { $0.time >= Drive.time(31) })
        for index in fixes.indices where (31.0..<104).contains(fixes[index].time.seconds(since: Drive.time(0))) {
            fixes[index].position = portal.position
            fixes[index].smoothedPosition = portal.position
            fixes[index].speedMetersPerSecond = told
        }
        journey.drive(fixes)
        #expect(!journey.wasOffRoute)
        let inside = try #require(journey.infos.first { $0.fix.time >= Drive.time(80) })
        #expect(inside.positionStatus == .estimated && inside.positionCause == .tunnel)
        #expect(abs((inside.matched?.distanceAlongRouteMeters ?? 0) - 1600) < 60)
        #expect(journey.arrived)
    }

    @Test func `wheels measure the way through a tunnel with slow traffic`() throws {
        let road = Road().straight(600).tunnel { $0.straight(1500) }.straight(300)
        var guidance = GuidanceState()
        _ = try guidance.start(road.route())
        let drive = Drive(road: road, speed: 20, slowsAtCorners: false, to: 640)
        for fix in drive.fixes() { _ = guidance.update(fix) }
        let before = try #require(guidance.info.matched?.distanceAlongRouteMeters)
        for second in 1...120 {
            let time = drive.endSeconds + Double(second)
            let speed = second < 60 ? 5.0 : 10.0
            guidance.take(
                MotionReading(
                    speedMetersPerSecond: speed, gear: .forward, source: "can0", time: Drive.time(time)))
            _ = guidance.elapse(to: Drive.time(time))
        }
        let driven = (guidance.info.matched?.distanceAlongRouteMeters ?? 0) - before
        #expect(abs(driven - 59 * 5 - 61 * 10) < 20)
        #expect(guidance.info.positionStatus == .estimated)
    }

    @Test func `a ferry that sails far beside its line is on the route`() throws {
        let road = Road().straight(300).straight(3000, spacing: 3000).straight(300)
        var route = road.route()
        let first = 6
        route.ferries = [GeometrySpan(fromIndex: first, toIndex: first + 1)]
        let sails = Road().straight(300).bend(-10).straight(1523).bend(20).straight(1523).bend(-10).straight(300)
        let journey = try Journey.along(route, Drive(road: sails, speed: 8, slowsAtCorners: false).fixes())
        #expect(!journey.wasOffRoute)
        let middle = try #require(journey.infos.first { $0.fix.time >= Drive.time(225) })
        #expect(middle.isOnFerry)
        #expect(abs((middle.matched?.distanceAlongRouteMeters ?? 0) - 1773) < 60)
        #expect(journey.arrived)
    }

    @Test func `a stopover that is passed beside is skipped and the route continues`() throws {
        let plan = Road().straight(600).bend(90).straight(90).bend(-90).straight(200).stopover().straight(200)
            .bend(-90).straight(90).bend(90).straight(900)
        let driven = Road().straight(1900)
        let journey = try Journey.along(plan.route(), Drive(road: driven).fixes())
        let last = try #require(journey.infos.last)
        #expect(last.stopoversSkipped == 1 && last.skipReason == .passed && last.stopoversReached == 1)
        #expect(journey.arrived)
    }

    @Test func `a stopover is skipped on request and a route without it is asked for`() throws {
        let plan = Road().straight(300).turn(.turnRight).straight(300).stopover().straight(500)
        var guidance = GuidanceState()
        _ = try guidance.start(plan.route())
        for fix in Drive(road: plan, to: 150).fixes() { _ = guidance.update(fix) }
        let events = guidance.skipStopover()
        guard case .navigation(let info) = events.last else {
            Issue.record("no guidance after the skip")
            return
        }
        #expect(info.stopoversSkipped == 1 && info.skipReason == .requested)
        #expect(info.rerouting?.request?.stopovers == [plan.route().stopovers[1].position])
        #expect(guidance.skipStopover().isEmpty, "the destination is not skipped")
    }

    @Test func `without a router a skipped stopover is passed along the route, with all its turns`() throws {
        let plan = Road().straight(300).turn(.turnRight, onto: "A").straight(400).turn(.turnLeft, onto: "B")
            .straight(300).stopover().straight(400).turn(.turnRight, onto: "C").straight(300)
        let fixes = Drive(road: plan).fixes()
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Array(fixes.prefix(15)))
        journey.skip()
        journey.drive(Array(fixes.dropFirst(15)))
        let streets = journey.cues.filter { $0.stage == .now && $0.subject == .maneuver }.map { cue in
            plan.route().legs.flatMap(\.steps).first { $0.number == cue.stepNumber }?.fullRoadName
        }
        #expect(streets == ["A", "B", "C"])
        #expect(!journey.cues.contains { $0.subject == .stopover || $0.subject == .offRoute })
        #expect(journey.infos.count(where: \.isOffRoute) <= 6, "a router has five seconds")
        let last = try #require(journey.infos.last)
        #expect(last.isDestinationReached && last.stopoversReached == 1 && last.stopoversSkipped == 1)
    }

    @Test func `a skip before the first fix counts, without guidance`() throws {
        let plan = Road().straight(300).stopover().straight(300)
        var journey = Journey()
        try journey.start(plan.route())
        journey.skip()
        #expect(journey.infos.isEmpty)
        journey.drive(Drive(road: plan).fixes())
        let first = try #require(journey.infos.first)
        #expect(first.isRouteChanged && first.stopoversSkipped == 1 && journey.arrived)
    }

    @Test func `a skip off the route is a new question`() throws {
        let plan = Road().straight(600).stopover().straight(300)
        let away = Road().straight(200).turn(.turnRight, onto: "X").straight(200)
        var journey = try Journey.along(plan.route(), Drive(road: away).fixes())
        let before = try #require(journey.infos.last?.rerouting?.request)
        journey.skip()
        let after = try #require(journey.infos.last?.rerouting?.request)
        #expect(before.stopovers.count == 2 && after.stopovers.count == 1 && after.number > before.number)
    }

    @Test func `someone who drives away from the route at the start gets another one`() throws {
        let road = Road().straight(800).turn(.turnRight).straight(300)
        let away = Road(from: road.coordinate(east: 50, north: -150), heading: 180).straight(800)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: away, speed: 8).fixes()) { _ in nil }
        let first = try #require(journey.infos.first)
        #expect(abs((first.approach?.distanceMeters ?? 0) - 150) < 5)
        #expect((first.approach?.bearingDegrees ?? 180) < 5 || (first.approach?.bearingDegrees ?? 180) > 355)
        let asked = try #require(journey.infos.first { $0.rerouting?.request != nil })
        #expect(asked.fix.time <= Drive.time(15))
    }

    @Test(arguments: [25.0, 35, 43]) func `parking shortly before the destination is an arrival`(before: Double) throws
    {
        let road = Road().straight(500)
        let parks = Drive(road: road, to: 500 - before, waits: 20).fixes()
        #expect(try Journey.along(road.route(), parks, filtered: true).arrived)
    }

    @Test func `inaccurate fixes arrive by standing at the destination`() throws {
        let road = Road().straight(500)
        let weak = Drive(road: road, accuracy: 55, waits: 20).fixes()
        #expect(try Journey.along(road.route(), weak, filtered: true).arrived)
    }

    @Test func `in a garage the navigation ends without a fix`() throws {
        let road = Road().straight(600)
        var journey = Journey()
        try journey.start(road.route())
        let drive = Drive(road: road, speed: 6, to: 500)
        journey.drive(drive.fixes())
        for second in 1...60 { journey.elapse(to: drive.endSeconds + Double(second)) }
        #expect(journey.arrived)
        #expect(journey.events.last == .navigationStopped(.destinationReached))
    }

    @Test func `without a fix for minutes near the destination the navigation ends with its reason`() throws {
        let road = Road().straight(600)
        var journey = Journey()
        try journey.start(road.route())
        let drive = Drive(road: road, speed: 6, to: 400, waits: 5)
        journey.drive(drive.fixes())
        for second in 1...200 { journey.elapse(to: drive.endSeconds + Double(second)) }
        #expect(journey.events.last == .navigationStopped(.endedNearDestination))
    }

    @Test(arguments: [0.9, 1.2, 1.5], UInt64(1)...4)
    func `a walker who turns round is noticed within ten seconds`(speed: Double, seed: UInt64) throws {
        let plan = Road(mode: .foot).straight(300)
        let walk = Road(mode: .foot).straight(150).bend(180).straight(60)
        let fixes = Drive(road: walk, speed: speed, slowsAtCorners: false, noise: 3, seed: seed).fixes()
        let journey = try Journey.along(plan.route(), noisyVelocity(fixes, 0.1, seed: seed), filtered: true)
        let noticed = try #require(journey.infos.first { $0.isWrongWay })
        let seconds = noticed.fix.time.seconds(since: Drive.time(150 / speed))
        #expect((0...11).contains(seconds), "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...4) func `without a speed the position is that of the fix`(seed: UInt64) throws {
        let road = Road().straight(1500)
        var drive = Drive(road: road, slowsAtCorners: false, noise: 4, seed: seed)
        drive.saysSpeedAndCourse = false
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        for (second, info) in journey.infos.enumerated().dropFirst(10) where !info.isDestinationReached {
            let error = (info.matched?.distanceAlongRouteMeters ?? 0) - 12 * Double(second)
            #expect(error.magnitude < 20, "seed \(seed), second \(second)")
        }
        #expect(!journey.wasOffRoute)
    }

    @Test(arguments: UInt64(1)...6) func `the radius contains most true positions`(seed: UInt64) throws {
        let road = Road().straight(3000)
        let fixes = Drive(road: road, slowsAtCorners: false, noise: 5, seed: seed).fixes()
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        let rows = journey.infos.enumerated().filter { $0.element.matched != nil && !$0.element.isDestinationReached }
        let inside = rows.count { second, info in
            let error = abs((info.matched?.distanceAlongRouteMeters ?? 0) - 12 * Double(second))
            return error <= info.positionRadiusMeters ?? 0
        }
        #expect(Double(inside) >= 0.9 * Double(rows.count), "seed \(seed)")
    }
}
