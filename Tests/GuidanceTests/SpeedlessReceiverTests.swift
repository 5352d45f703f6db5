import Glibc
import Guidance
import NavigationEvents
import Platform
import Testing
import TestSupport

/// Receivers that report neither speed nor course: only their positions show a movement.
@Suite("Receivers without a speed")
struct SpeedlessReceiverTests {
    private let road = Road().straight(400).turn(.turnRight, onto: "Ring").straight(500)

    private func moved(_ position: Coordinate, _ meters: (east: Double, north: Double)) -> Coordinate {
        let degrees = 111_200 * cos(position.latitudeDegrees * .pi / 180)
        return Coordinate(
            latitudeDegrees: position.latitudeDegrees + meters.north / 111_200,
            longitudeDegrees: position.longitudeDegrees + meters.east / degrees)
    }

    /// The seconds since the vehicle stopped in which this maneuver is not the next one.
    private func wrongSeconds(_ journey: Journey, before maneuver: Maneuver, standing seconds: Int) -> Int {
        journey.infos.suffix(seconds).count { $0.currentStep?.maneuver != maneuver }
    }

    @Test(arguments: UInt64(1)...12)
    func `a driver who waits at a light before a turn is shown the turn`(seed: UInt64) throws {
        let waits = Drive(
            road: road, noise: 3.5, seed: seed, to: 391, waits: 80, saysSpeedAndCourse: false
        ).fixes()
        let journey = try Journey.along(road.route(), waits, filtered: true)
        #expect(wrongSeconds(journey, before: .turnRight, standing: 75) == 0, "seed \(seed)")
    }

    @Test func `a driver who brakes is not ahead of the positions`() throws {
        let road = Road().straight(900)
        let drives = Drive(road: road, speed: 12, to: 600, saysSpeedAndCourse: false)
        var fixes = drives.fixes()
        var (meters, speed, seconds) = (600.0, 12.0, drives.endSeconds)
        while speed > 0 {
            (speed, seconds) = (speed - 2, seconds + 1)
            meters += speed + 1
            fixes.append(Fix(time: Drive.time(seconds), position: road.coordinate(east: meters, north: 0)))
        }
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        #expect(((journey.matchedMeters.last ?? 0) - meters).magnitude < 5)
    }

    @Test(arguments: UInt64(1)...6)
    func `a reflection beside the road is no way off the route`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fixes = Drive(
            road: road, slowsAtCorners: false, noise: 3, seed: seed, to: 390, saysSpeedAndCourse: false
        ).fixes()
        for index in fixes.indices.dropFirst(8).prefix(20) {
            fixes[index].position = moved(fixes[index].position, (east: 5, north: 40))
            fixes[index].horizontalAccuracyMeters = random.between(15, 18)
        }
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        #expect(!journey.wasOffRoute, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...8)
    func `a walker on the inner pavement is followed round the corner`(seed: UInt64) throws {
        let road = Road(mode: .foot).straight(120, spacing: 20).turn(.turnRight, onto: "Gasse")
            .straight(120, spacing: 20)
        let inside = Road(from: road.coordinate(east: 0, north: -12), mode: .foot).straight(108, spacing: 20).bend(90)
            .straight(108, spacing: 20)
        let walk = Drive(
            road: inside, speed: 1.3, slowsAtCorners: false, noise: 4, accuracy: 10, seed: seed,
            saysSpeedAndCourse: false
        ).fixes()
        let journey = try Journey.along(road.route(), walk, filtered: true)
        let off = journey.infos.firstIndex(where: \.isOffRoute)
        #expect(off == nil, "seed \(seed), second \(off ?? 0)")
        let last = try #require(journey.matchedMeters.last)
        #expect(last > 190 || journey.arrived, "seed \(seed), \(last) m")
    }

    @Test(arguments: UInt64(1)...4)
    func `a walker who goes straight on instead of turning is noticed`(seed: UInt64) throws {
        let road = Road(mode: .foot).straight(120).turn(.turnRight, onto: "Gasse").straight(120)
        let walk = Drive(
            road: Road(mode: .foot).straight(260), speed: 1.3, slowsAtCorners: false, noise: 4, accuracy: 10,
            seed: seed,
            saysSpeedAndCourse: false
        ).fixes()
        let journey = try Journey.along(road.route(), walk, filtered: true)
        let off = try #require(journey.infos.firstIndex { $0.isOffRoute }, "seed \(seed)")
        #expect((92...132).contains(off), "seed \(seed), second \(off)")
    }

    @Test(arguments: UInt64(1)...4)
    func `a jam that creeps before and after a turn is followed`(seed: UInt64) throws {
        let road = Road().straight(100).turn(.turnRight, onto: "Ring").straight(150)
        let creeps = Drive(
            road: road, speed: 0.5, slowsAtCorners: false, noise: 3, seed: seed, to: 200, saysSpeedAndCourse: false
        ).fixes()
        let journey = try Journey.along(road.route(), creeps, filtered: true)
        for (second, info) in journey.infos.enumerated().dropFirst(30) {
            let error = (info.matched?.distanceAlongRouteMeters ?? 0) - 0.5 * Double(second)
            #expect(error.magnitude < 20, "seed \(seed), second \(second), \(error) m")
        }
        #expect(!journey.wasOffRoute)
    }
}
