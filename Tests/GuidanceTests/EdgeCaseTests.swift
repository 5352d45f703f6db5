import Guidance
import NavigationEvents
import Testing

@Suite("Edge cases")
struct EdgeCaseTests {
    @Test(
        arguments: [
            Coordinate(latitudeDegrees: -16.8, longitudeDegrees: 179.992),
            Coordinate(latitudeDegrees: 78.22, longitudeDegrees: 15.65),
            Coordinate(latitudeDegrees: 85.5, longitudeDegrees: -120),
            Coordinate(latitudeDegrees: 0, longitudeDegrees: 0.001),
            Coordinate(latitudeDegrees: -33.9, longitudeDegrees: 18.4),
        ])
    func `guidance at ±180°, at 78° north, south of the equator and near 0/0 is the same`(
        origin: Coordinate
    ) throws {
        let road = Roads.city(seed: 4, from: origin)
        let journey = try Journey.along(road.route(), Drive(road: road, noise: 3).fixes(), filtered: true)
        let home = Roads.city(seed: 4)
        let expected = try Journey.along(home.route(), Drive(road: home, noise: 3).fixes(), filtered: true)
        #expect(journey.arrived && !journey.wasOffRoute)
        #expect(journey.cues.map(\.stage) == expected.cues.map(\.stage))
        let worst = zip(journey.matchedMeters, expected.matchedMeters).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 6)
    }

    @Test func `a course that alternates around north does not disturb guidance`() throws {
        let road = Road(heading: 0).straight(1500)
        let fixes = Drive(road: road, slowsAtCorners: false).fixes().enumerated().map { index, fix in
            var fix = fix
            fix.courseDegrees = index.isMultiple(of: 2) ? 359.5 : 0.5
            return fix
        }
        let journey = try Journey.along(road.route(), fixes)
        #expect(!journey.wasOffRoute && journey.arrived)
        let bearings = journey.infos.compactMap(\.matched?.bearingDegrees)
        #expect(bearings.allSatisfy { $0 < 0.01 || $0 > 359.99 && $0 < 360 })
    }

    @Test func `invalid fixes are ignored: NaN, 0/0, repetitions, late fixes, 9999 m`() throws {
        let road = Roads.city(seed: 5)
        var fixes: [Fix] = []
        for (index, fix) in Drive(road: road, noise: 3).fixes().enumerated() {
            fixes.append(fix)
            var bad = fix
            switch index % 23 {
            case 5: fixes.append(fix)
            case 9 where index > 12: fixes.append(fixes[fixes.count - 5])
            case 13: bad.position.latitudeDegrees = .nan
            case 17: bad.position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
            case 20:
                (bad.horizontalAccuracyMeters, bad.position.latitudeDegrees) = (
                    9999, fix.position.latitudeDegrees + 0.02
                )
            default: continue
            }
            bad.smoothedPosition = bad.position
            bad.time = Timestamp(nanosecondsSinceEpoch: fix.time.nanosecondsSinceEpoch + 1000)
            if index % 23 >= 13 { fixes.append(bad) }
        }
        for filtered in [false, true] {
            let journey = try Journey.along(road.route(), fixes, filtered: filtered)
            #expect(!journey.wasOffRoute && journey.arrived)
            let places = journey.matchedMeters
            #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > -1 && $1 - $0 < 30 })
        }
    }

    @Test func `negative speed and course and invalid accuracies count as missing`() throws {
        let road = Roads.city(seed: 6)
        let fixes = Drive(road: road, noise: 2).fixes().enumerated().map { index, fix in
            var fix = fix
            fix.speedMetersPerSecond = -1
            fix.courseDegrees = -1
            fix.horizontalAccuracyMeters = [0, -1, .nan, nil][index % 4]
            return fix
        }
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test(arguments: UInt64(1)...5) func `positions without speed and course suffice`(seed: UInt64) throws {
        let road = Roads.city(seed: seed)
        let drive = Drive(road: road, noise: 4, accuracy: nil, seed: seed, saysSpeedAndCourse: false)
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived, "seed \(seed)")
    }

    @Test func `after the clock is set back by an hour the position is found again`() throws {
        let road = Road().straight(3000)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: road, to: 1500, at: 3600).fixes())
        journey.drive(Drive(road: road, from: 1500, at: 0).fixes())
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test func `setting the clock back on the second lap does not restart the first lap`() throws {
        let road = Roads.twoLaps
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: road, to: 1800, at: 3600).fixes())
        journey.drive(Drive(road: road, from: 1812, at: 0).fixes())
        let places = journey.matchedMeters
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > -25 })
        #expect(journey.arrived)
    }

    @Test func `duplicate vertices, steps without length and a 119 km step are harmless`() throws {
        var route = Road().straight(119_000, spacing: 200_000).route()
        route.geometry = [route.geometry[0], route.geometry[0], route.geometry[1], route.geometry[1]]
        route.legs[0].steps[1].geometryIndex = 3
        route.legs[0].steps.insert(Step(number: 1, maneuver: .nameChange, geometryIndex: 1), at: 1)
        route.stopovers[0].geometryIndex = 3
        let road = Road().straight(119_000, spacing: 200_000)
        let drive = Drive(road: road, speed: 33, slowsAtCorners: false, from: 118_000)
        let journey = try Journey.along(route, drive.fixes())
        #expect(journey.arrived && !journey.wasOffRoute)
    }

    @Test func `a thousand steps passed in one fix cause no recursion`() throws {
        var road = Road()
        for number in 0..<1000 { road = road.straight(0.2).turn(.nameChange, onto: "Name \(number)") }
        road = road.straight(500)
        let drive = Drive(road: road, speed: 25, slowsAtCorners: false, hertz: 0.1)
        let journey = try Journey.along(road.route(), drive.fixes())
        #expect(journey.arrived)
    }

    @Test(arguments: UInt64(1)...5) func `one fix every five seconds suffices for a bicycle`(seed: UInt64) throws {
        var road = Roads.city(seed: seed, blocks: 8)
        road.mode = .bicycle
        let drive = Drive(road: road, speed: 6, hertz: 0.2, noise: 4, seed: seed)
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...10)
    func `a position alone every fifteen seconds suffices to guide a car`(seed: UInt64) throws {
        let road = Roads.city(seed: seed)
        let drive = Drive(
            road: road, hertz: 1 / 15, noise: 3, accuracy: nil, seed: seed, saysSpeedAndCourse: false)
        let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived, "seed \(seed)")
    }

    @Test func `a route without durations still has distances`() throws {
        var route = Road().straight(500).route()
        for index in route.legs[0].steps.indices { route.legs[0].steps[index].durationFromPreviousSeconds = .nan }
        let journey = try Journey.along(route, Drive(road: Road().straight(500)).fixes())
        #expect(journey.infos.first?.toDestination?.durationSeconds == 0)
        #expect(journey.arrived)
    }
}
