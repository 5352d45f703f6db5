import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Guidance

/// Properties of every drive.
@Suite("Properties of a drive")
struct DrivePropertyTests {
    @Test(arguments: UInt64(1)...15)
    func `the remaining time never grows while the vehicle moves`(seed: UInt64) throws {
        for speed in [8.0, 14, 20] {
            let road = Road().straight(3000)
            let drive = Drive(road: road, speed: speed, noise: 5, seed: seed)
            let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
            let seconds = journey.infos.compactMap(\.toDestination?.durationSeconds)
            #expect(
                zip(seconds, seconds.dropFirst()).allSatisfy { $1 <= $0 + 1e-6 }, "seed \(seed), \(speed) m/s")
        }
    }

    @Test(
        arguments: [0.7, 0.85, 1.2])
    func `the remaining time adapts to a driver's own speed`(part: Double) throws {
        let road = Road().straight(24_000)
        let drive = Drive(road: road, speed: road.metersPerSecond * part, slowsAtCorners: false)
        let fixes = drive.fixes()
        let end = try #require(fixes.last).time
        let journey = try Journey.along(road.route(), fixes)
        for info in journey.infos {
            let remaining = try #require(info.toDestination)
            let trueSeconds = end.seconds(since: info.fix.time)
            guard remaining.distanceMeters < 12_000, trueSeconds > 60 else { continue }
            #expect(
                abs(remaining.durationSeconds - trueSeconds) < 0.1 * trueSeconds,
                "\(remaining.distanceMeters) m before the destination")
        }
    }

    @Test(arguments: UInt64(1)...25) func `noise below the accuracy changes no announcement`(seed: UInt64) throws {
        let road = Roads.city(seed: seed)
        let clean = try Journey.along(road.route(), Drive(road: road).fixes(), filtered: true)
        let drive = Drive(road: road, noise: 4, accuracy: 8, seed: seed)
        let noisy = try Journey.along(road.route(), drive.fixes(), filtered: true)
        #expect(clean.cues.map(\.reference) == noisy.cues.map(\.reference), "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...5) func `a reversed route shares no cue identity with the original`(
        seed: UInt64
    ) throws {
        let road = Roads.city(seed: seed)
        let there = try Journey.along(road.route(), Drive(road: road).fixes())
        let back = road.reversed
        let again = try Journey.along(back.route(), Drive(road: back).fixes())
        #expect(there.arrived && again.arrived && !again.wasOffRoute)
        #expect(Set(there.cues.map(\.identity)).isDisjoint(with: again.cues.map(\.identity)), "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...5) func `driving a route backwards is reported as the wrong way and does not arrive`(
        seed: UInt64
    ) throws {
        let road = Roads.city(seed: seed)
        let journey = try Journey.along(road.route(), Drive(road: road.reversed, noise: 2, seed: seed).fixes())
        #expect(journey.infos.contains { $0.isWrongWay }, "seed \(seed)")
        #expect(!journey.arrived && journey.stops == 0, "seed \(seed)")
    }

    @Test func `after driving the wrong way the route is rejoined wherever the driver turns around`() throws {
        let plan = Road().straight(3000)
        let driven = Road().straight(1500).bend(180).straight(900).bend(180).straight(2400)
        let journey = try Journey.along(plan.route(), Drive(road: driven, noise: 2).fixes(), filtered: true)
        let wrong = try #require(journey.infos.firstIndex { $0.isWrongWay })
        let right = try #require(journey.infos[wrong...].first { !$0.isOffRoute })
        #expect(abs((right.matched?.distanceAlongRouteMeters ?? 0) - 650) < 60)
        #expect(journey.arrived)
    }

    @Test(arguments: UInt64(1)...10) func `a stop between two rare fixes is located correctly`(seed: UInt64) throws {
        let road = Road(mode: .bicycle).straight(1200)
        let drive = Drive(
            road: road, speed: 7, slowsAtCorners: false, hertz: 0.2, noise: 4, accuracy: 8, seed: seed, waits: 30)
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        #expect(journey.arrived, "seed \(seed)")
    }

    @Test(arguments: [5.0, 12, 25, 36])
    func `driving past the destination reports the arrival once, before it is passed`(
        speed: Double
    ) throws {
        for seed in UInt64(1)...5 {
            let plan = Road().straight(1000)
            let drive = Drive(road: Road().straight(1500), speed: speed, noise: 3, seed: seed)
            let journey = try Journey.along(plan.route(), drive.fixes(), filtered: true)
            #expect(journey.infos.count { $0.isDestinationReached } == 1, "seed \(seed)")
            #expect(journey.stops == 1 && !journey.wasOffRoute, "seed \(seed)")
            let last = try #require(journey.infos.last)
            #expect(last.cue?.subject == .destination && last.cue?.stage == .now, "seed \(seed)")
            let passes = 1000 / speed
            #expect(last.fix.time.seconds(since: Drive.time(0)) <= passes + 2, "seed \(seed)")
        }
    }

    @Test(arguments: [20.0, 60]) func `a destination beside the road is reached where the road passes it`(
        meters: Double
    ) throws {
        let road = Road().straight(800).turn(.turnRight, onto: "A").straight(400)
        var route = road.route()
        let end = road.points[road.points.count - 1]
        route.stopovers[0].position = road.coordinate(east: end.east + meters, north: end.north)
        let journey = try Journey.along(route, Drive(road: road, noise: 4, waits: 10).fixes(), filtered: true)
        #expect(journey.arrived && !journey.wasOffRoute)
        #expect((journey.matchedMeters.last ?? 0) > 1160)
    }

    @Test(arguments: UInt64(1)...5) func `in a parking garage the position advances from storey to storey`(
        seed: UInt64
    ) throws {
        let road = Road().straight(200).turn(.turnRight, onto: "Parkhaus").straight(30)
            .curve(radius: 15, degrees: 4 * 360).straight(60)
        let clean = try Journey.along(road.route(), Drive(road: road, speed: 4).fixes())
        let drive = Drive(road: road, speed: 4, noise: 3, seed: seed)
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        let worst = zip(clean.matchedMeters, journey.matchedMeters).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 30, "seed \(seed)")
        #expect(journey.arrived && !journey.wasOffRoute, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...5)
    func `a drive into a dead end and back on the same road stays on the route`(seed: UInt64) throws {
        let road = Road().straight(500).turn(.turnLeft, onto: "Sackgasse").straight(150)
            .turn(.turnUTurnCounterclockwise, onto: "Sackgasse", by: 180).straight(150)
            .turn(.turnLeft, onto: "Hauptstraße").straight(500)
        let journey = try Journey.along(
            road.route(), Drive(road: road, speed: 9, noise: 3, seed: seed).fixes(), filtered: true)
        #expect(journey.arrived && !journey.wasOffRoute, "seed \(seed)")
        let nows = journey.cues.filter { $0.stage == .now && $0.subject == .maneuver }
        #expect(nows.count == 3 && Set(nows.map(\.identity)).count == 3, "seed \(seed)")
    }

    @Test(
        arguments: UInt64(1)...8)
    func `a missed shallow exit is detected within ten seconds`(seed: UInt64) throws {
        let plan = Road().straight(900).turn(.offRampSlightRight, onto: "Ausfahrt", by: 6).straight(400).curve(
            radius: 200, degrees: 60
        ).straight(500)
        let drive = Drive(
            road: Road().straight(3000), speed: 28, slowsAtCorners: false, noise: 2, accuracy: 5, seed: seed)
        let journey = try Journey.along(plan.route(), drive.fixes(), filtered: true)
        let left = try #require(journey.infos.first { $0.isOffRoute }, "seed \(seed)")
        let seconds = left.fix.time.seconds(since: Drive.time(900 / 28))
        #expect(seconds > 0 && seconds < 10, "seed \(seed): \(seconds) s")
    }

    @Test(arguments: UInt64(1)...8) func `lane changes on a wide motorway do not leave the route`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        let plan = Road().straight(8000)
        var driven = Road().straight(400)
        for _ in 0..<12 {
            let angle = random.pick([-2.0, 2])
            // There and back: eight metres to the side, and back to the middle.
            driven = driven.bend(angle).straight(230).bend(-angle).straight(random.between(50, 200))
                .bend(-angle).straight(230).bend(angle).straight(20)
        }
        let drive = Drive(road: driven, speed: 33, slowsAtCorners: false, noise: 2.5, accuracy: 5, seed: seed)
        let journey = try Journey.along(plan.route(), drive.fixes(), filtered: true)
        #expect(!journey.wasOffRoute, "seed \(seed)")
    }
}
