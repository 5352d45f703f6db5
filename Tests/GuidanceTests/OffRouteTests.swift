import Guidance
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Leaving and rejoining the route")
struct OffRouteTests {
    private let plan = Road().straight(900).turn(.turnRight, onto: "Abzweig").straight(900)
        .turn(.turnLeft, onto: "Ende").straight(500)

    @Test(arguments: UInt64(1)...10) func `a missed turn is detected within six seconds`(seed: UInt64) throws {
        let driven = Road().straight(2000)
        let journey = try Journey.along(
            plan.route(), Drive(road: driven, speed: 13, slowsAtCorners: false, noise: 3, seed: seed).fixes(),
            filtered: true)
        let first = try #require(journey.infos.first { $0.isOffRoute }, "seed \(seed)")
        let seconds = first.fix.time.seconds(since: Drive.time(0)) - 900 / 13
        #expect(seconds > 0 && seconds < 6, "seed \(seed)")
        #expect(!first.isWrongWay)
        #expect(first.state == .rerouting)
    }

    @Test func `following the line at a constant distance and then another road leaves the route`() throws {
        let fixes = Drive(road: Road().straight(1400), accuracy: 9).fixes().map { fix in
            var other = fix
            other.position.latitudeDegrees -= 13 / 111_200
            other.smoothedPosition = other.position
            return other
        }
        let journey = try Journey.along(plan.route(), fixes)
        #expect(journey.wasOffRoute)
    }

    @Test func `off route the remaining distance is frozen`() throws {
        let journey = try Journey.along(plan.route(), Drive(road: Road().straight(2000), slowsAtCorners: false).fixes())
        let off = journey.infos.filter(\.isOffRoute)
        #expect(off.count > 20)
        #expect(off.allSatisfy { $0.toManeuver == nil && $0.currentStep?.maneuver == off[0].currentStep?.maneuver })
        #expect(Set(off.compactMap(\.toDestination?.distanceMeters)).count == 1)
    }

    @Test func `turning around on the road is reported as the wrong way`() throws {
        let driven = Road().straight(600).bend(180).straight(400)
        let journey = try Journey.along(plan.route(), Drive(road: driven, noise: 2).fixes(), filtered: true)
        #expect(journey.infos.contains { $0.isWrongWay && $0.isOffRoute })
    }

    @Test func `rejoining a later part of the route continues guidance from there`() throws {
        let detour = Road().straight(600).turn(.turnRight, onto: "A").straight(400).turn(.turnLeft, onto: "B")
            .straight(700).turn(.turnLeft, onto: "C").straight(400).turn(.turnRight, onto: "D").straight(900)
        let journey = try Journey.along(detour.route(), Drive(road: Road().straight(2200), noise: 3).fixes())
        #expect(journey.wasOffRoute)
        let last = try #require(journey.infos.last)
        #expect(last.isDestinationReached)
    }

    @Test func `a driver who returns to a missed turn continues with the announced stages`() throws {
        let driven = Road().straight(1050).bend(180).straight(150).bend(-90).straight(900).bend(-90).straight(500)
        let journey = try Journey.along(plan.route(), Drive(road: driven, speed: 10, noise: 1).fixes(), filtered: true)
        #expect(journey.wasOffRoute && journey.arrived)
        let references = journey.infos.compactMap(\.cue?.reference)
        let changes = references.reduce(into: [CueReference]()) { if $0.last != $1 { $0.append($1) } }
        #expect(Set(changes).count >= 4)
    }

    @Test func `a pedestrian past a turn is pointed to the route ahead of its nearest point`() throws {
        let walked = Road(mode: .foot).straight(400)
        let walk = Drive(road: walked, speed: 1.4, slowsAtCorners: false, accuracy: 5).fixes()
        let planned = Road(mode: .foot).straight(200).turn(.turnRight, onto: "Gasse").straight(300)
        let off = try Journey.along(planned.route(), walk).infos.filter(\.isOffRoute)
        #expect(off.count > 50)
        for info in off {
            let point = try #require(info.lookahead)
            // The street turned off to the south at 200 m: the lookahead point is there, west of the pedestrian.
            #expect((180.0...270).contains(point.bearingDegrees))
            #expect(point.position.latitudeDegrees < planned.origin.latitudeDegrees)
        }
    }

    @Test func `a pedestrian in the wrong direction is pointed back`() throws {
        let walked = Road(mode: .foot).straight(100).bend(180).straight(80)
        let walk = Drive(road: walked, speed: 1.4, slowsAtCorners: false, accuracy: 5).fixes()
        let journey = try Journey.along(Road(mode: .foot).straight(300).route(), walk)
        let off = journey.infos.filter(\.isOffRoute)
        #expect(off.count > 20)
        #expect(off.allSatisfy { ($0.lookahead?.bearingDegrees).map { abs($0 - 90) < 2 } == true })
    }

    @Test func `a pedestrian beside the route is pointed to its start and back to the last stop`() throws {
        let route = Road(mode: .foot).straight(300).route()
        let before = Road(from: Road().coordinate(east: -40, north: 100), heading: 180, mode: .foot).straight(90)
        let start = try Journey.along(
            route, Drive(road: before, speed: 1.4, slowsAtCorners: false, accuracy: 5).fixes())
        let first = try #require(start.infos.first)
        #expect(first.matched == nil && !first.isOffRoute)
        #expect((100.0...170).contains(first.lookahead?.bearingDegrees ?? 0))
        let beside = Road(mode: .foot).straight(255).bend(-60).straight(100)
        let end = try Journey.along(
            route, Drive(road: beside, speed: 1.4, slowsAtCorners: false, accuracy: 5).fixes())
        let off = end.infos.filter(\.isOffRoute)
        #expect(!off.isEmpty)
        let stop = route.geometry[route.geometry.count - 1].longitudeDegrees
        #expect(off.compactMap(\.lookahead).allSatisfy { $0.position.longitudeDegrees < stop + 1e-9 })
        #expect(abs((off.last?.lookahead?.position.longitudeDegrees ?? 0) - stop) < 1e-9)
    }

    @Test func `a pedestrian who turns round near the destination is pointed to it despite poor accuracy`()
        throws
    {
        let walked = Road(mode: .foot).straight(240).bend(180).straight(100)
        let walk = Drive(road: walked, speed: 1.4, slowsAtCorners: false, accuracy: 30).fixes()
        let journey = try Journey.along(Road(mode: .foot).straight(300).route(), walk)
        let back = journey.infos.filter { abs(($0.fix.courseDegrees ?? 0) - 270) < 1 }
        #expect(back.count > 60 && !journey.arrived)
        #expect(back.allSatisfy { ($0.lookahead?.bearingDegrees).map { abs($0 - 90) < 2 } == true })
    }

    @Test(arguments: [TravelMode.car, .bicycle]) func `a driver off route gets no lookahead point`(
        mode: TravelMode
    ) throws {
        var plan = plan
        plan.mode = mode
        let journey = try Journey.along(
            plan.route(), Drive(road: Road().straight(2000), slowsAtCorners: false).fixes())
        let off = journey.infos.filter(\.isOffRoute)
        #expect(!off.isEmpty && off.allSatisfy { $0.lookahead == nil })
    }

    @Test func `the request to turn around is repeated only after a minute`() throws {
        let journey = try Journey.along(plan.route(), Drive(road: Road().straight(3500), speed: 13).fixes())
        let asked = journey.cues.filter { $0.subject == .offRoute }
        #expect(asked.count >= 2)
        for (one, next) in zip(asked, asked.dropFirst()) { #expect(next.dueAt.seconds(since: one.dueAt) >= 60) }
        #expect(journey.infos.filter(\.isOffRoute).allSatisfy { $0.cue == nil || $0.cue?.subject == .offRoute })
    }

    @Test(
        arguments: UInt64(1)...10
    )
    func `a drifting position and a random course at a red light do not leave the route`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        var fixes = Drive(road: plan, noise: 6, accuracy: 12, seed: seed, to: 890, waits: 90).fixes()
        for index in fixes.indices where (fixes[index].speedMetersPerSecond ?? 1) < 0.5 {
            fixes[index].courseDegrees = random.between(0, 360)
        }
        let journey = try Journey.along(plan.route(), fixes, filtered: true)
        #expect(!journey.wasOffRoute, "seed \(seed)")
        #expect(journey.infos.last?.currentStep?.maneuver == .turnRight, "seed \(seed)")
    }

    @Test func `a drive that starts beside the route approaches it without an alarm`() throws {
        let road = Road().straight(800)
        let driveway = Road(from: road.coordinate(east: 150, north: -90), heading: 0).straight(90).bend(90).straight(
            500)
        let journey = try Journey.along(road.route(), Drive(road: driveway, speed: 6).fixes())
        let first = try #require(journey.infos.first)
        #expect(first.matched == nil && first.currentStep?.maneuver == .depart && !first.isOffRoute)
        #expect(!journey.wasOffRoute)
        #expect((journey.matchedMeters.last ?? 0) > 600)
    }

    @Test
    func `a wrong match at the start causes no alarm and is corrected at the real joining point`()
        throws
    {
        let road = Road().straight(200).turn(.turnRight, onto: "A").straight(400)
        let side = Road(from: road.coordinate(east: 10, north: -24), heading: 180).straight(60).bend(-90).straight(190)
            .bend(90).straight(200)
        let journey = try Journey.along(road.route(), Drive(road: side, speed: 8).fixes())
        #expect(!journey.wasOffRoute)
        #expect((journey.matchedMeters.last ?? 0) > 350)
    }

    @Test func `a pedestrian who turns around is reported as going the wrong way`() throws {
        let plan = Road(mode: .foot).straight(400)
        let driven = Road(mode: .foot).straight(150).bend(180).straight(100)
        let journey = try Journey.along(
            plan.route(), Drive(road: driven, speed: 1.4, slowsAtCorners: false).fixes(), filtered: true)
        #expect(journey.infos.contains { $0.isWrongWay })
    }

    @Test func `a pedestrian twelve metres beside the line is on the route`() throws {
        let road = Road(mode: .foot).straight(200).turn(.turnRight, onto: "Gasse").straight(150)
        let beside = Road(from: road.coordinate(east: 0, north: 12), mode: .foot).straight(212).bend(90).straight(162)
        let journey = try Journey.along(
            road.route(), Drive(road: beside, speed: 1.4, noise: 3, accuracy: 10).fixes(), filtered: true)
        #expect(!journey.wasOffRoute)
        #expect(journey.arrived)
    }
}
