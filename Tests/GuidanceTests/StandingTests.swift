import Glibc
import Guidance
import NavigationEvents
import Platform
import Testing
import TestSupport

/// Vehicles that stand or creep, with receivers that report movement while there is none.
@Suite("Standing")
struct StandingTests {
    private let road = Road().straight(400).turn(.turnRight, onto: "Ring").straight(500)

    /// Waits 75 s ten metres before the turn with a receiver whose wrong velocity also moves its position, then drives
    /// on; the error fades within seconds.
    private func driftingFixes(seed: UInt64) -> (waits: [Fix], continues: [Fix]) {
        var random = SplitMix64(seed: seed)
        var velocity = (east: random.normal(0.5), north: random.normal(0.5))
        var offset = (east: 0.0, north: 0.0)
        let arrives = Drive(road: road, noise: 3, accuracy: 14, seed: seed, to: 390)
        var waits = Drive(road: road, noise: 3, accuracy: 14, seed: seed, to: 390, waits: 75).fixes()
        for index in waits.indices where waits[index].time > Drive.time(arrives.endSeconds) {
            velocity.east = 0.78 * velocity.east + random.normal(0.31)
            velocity.north = 0.78 * velocity.north + random.normal(0.31)
            offset = (offset.east + velocity.east, offset.north + velocity.north)
            waits[index].position = moved(waits[index].position, offset)
            waits[index].speedMetersPerSecond = hypot(velocity.east, velocity.north)
            let degrees = atan2(velocity.east, velocity.north) * 180 / .pi
            waits[index].courseDegrees = degrees < 0 ? degrees + 360 : degrees
        }
        var continues = Drive(
            road: road, noise: 3, accuracy: 14, seed: seed, from: 390, at: arrives.endSeconds + 76
        ).fixes()
        for index in continues.indices {
            offset = (0.85 * offset.east, 0.85 * offset.north)
            continues[index].position = moved(continues[index].position, offset)
        }
        return (waits, continues)
    }

    private func moved(_ position: Coordinate, _ meters: (east: Double, north: Double)) -> Coordinate {
        let degrees = 111_200 * cos(position.latitudeDegrees * .pi / 180)
        return Coordinate(
            latitudeDegrees: position.latitudeDegrees + meters.north / 111_200,
            longitudeDegrees: position.longitudeDegrees + meters.east / degrees)
    }

    @Test(arguments: UInt64(1)...8)
    func `position and velocity that drift together show no step early, and are forgotten soon`(seed: UInt64) throws {
        let (waits, continues) = driftingFixes(seed: seed)
        var journey = Journey(filtered: .car)
        try journey.start(road.route())
        journey.drive(waits)
        #expect(
            journey.infos.suffix(75).allSatisfy { $0.currentStep?.maneuver == .turnRight }, "seed \(seed)")
        journey.drive(continues)
        #expect(!journey.wasOffRoute)
        for info in journey.infos.suffix(continues.count).dropFirst(20) where !info.isDestinationReached {
            let driven = try #require(trueMeters(info.fix.time, continues))
            let error = (info.matched?.distanceAlongRouteMeters ?? 0) - driven
            #expect(error.magnitude < 15, "seed \(seed), \(error) m")
        }
    }

    /// The distance that the receiver measured from the beginning of these fixes to a time.
    private func trueMeters(_ time: Timestamp, _ fixes: [Fix]) -> Double? {
        fixes.first { $0.time == time }.map { _ in
            390 + fixes.filter { $0.time < time }.reduce(0) { $0 + ($1.speedMetersPerSecond ?? 0) }
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `a reflection moves no vehicle that waits without a measured speed`(seed: UInt64) throws {
        let drive = Drive(road: road, noise: 2, seed: seed, to: 380, saysSpeedAndCourse: false)
        var waits = drive.fixes()
        let stop = drive.endSeconds
        var standing = Drive(road: road, noise: 2, seed: seed, to: 380, waits: 80, saysSpeedAndCourse: false).fixes()
        standing.removeAll { $0.time <= Drive.time(stop) }
        for index in standing.indices where (30.0..<50).contains(standing[index].time.seconds(since: Drive.time(stop)))
        {
            standing[index].position = moved(standing[index].position, (east: 20, north: -20))
            standing[index].horizontalAccuracyMeters = 25
        }
        waits += standing
        let journey = try Journey.along(road.route(), waits, filtered: true)
        #expect(!journey.wasOffRoute)
        #expect(
            journey.infos.suffix(70).allSatisfy { $0.currentStep?.maneuver == .turnRight }, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...4) func `a jam that creeps round a corner is followed`(seed: UInt64) throws {
        let road = Road().straight(100).turn(.turnRight, onto: "Ring").straight(150)
        let creeps = Drive(road: road, speed: 0.5, slowsAtCorners: false, noise: 3, seed: seed, to: 200).fixes()
        let journey = try Journey.along(road.route(), creeps, filtered: true)
        for (second, info) in journey.infos.enumerated().dropFirst(30) {
            let error = (info.matched?.distanceAlongRouteMeters ?? 0) - 0.5 * Double(second)
            #expect(error.magnitude < 25, "seed \(seed), second \(second)")
        }
        #expect(!journey.wasOffRoute)
    }

    /// Parks for ten minutes with a receiver that drifts slowly to 33 m beside the road and stays there, then drives on
    /// past the turn; the drift fades within seconds.
    private func parkedFixes(reportsNoise: Bool, seed: UInt64) -> (fixes: [Fix], departs: Double) {
        var random = SplitMix64(seed: seed)
        let arrives = Drive(road: road, noise: 2, seed: seed, to: 250)
        let departs = arrives.endSeconds + 600
        var fixes = Drive(road: road, noise: 2, seed: seed, to: 250, waits: 599).fixes()
        var north = 0.0
        for index in fixes.indices where fixes[index].time > Drive.time(arrives.endSeconds) {
            north = min(north + 0.11, 33)
            fixes[index].position = moved(fixes[index].position, (east: 0, north: north))
            fixes[index].speedMetersPerSecond = reportsNoise ? hypot(random.normal(0.25), random.normal(0.25)) : 0
            fixes[index].courseDegrees = reportsNoise ? random.between(0, 360) : nil
        }
        var continues = Drive(road: Road().straight(1000), noise: 2, seed: seed, from: 250, at: departs).fixes()
        for index in continues.indices {
            north *= 0.9
            continues[index].position = moved(continues[index].position, (east: 0, north: north))
        }
        return (fixes + continues, departs)
    }

    @Test(arguments: UInt64(1)...4, [true, false])
    func `a parked receiver that drifts leaves no route, and the turn missed afterwards is noticed`(
        seed: UInt64, reportsNoise: Bool
    ) throws {
        let (fixes, departs) = parkedFixes(reportsNoise: reportsNoise, seed: seed)
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        let off = try #require(journey.infos.first { $0.isOffRoute }, "seed \(seed)")
        // It drives past the turn 13 s after it departed.
        let seconds = off.fix.time.seconds(since: Drive.time(departs + 12.5))
        #expect((0...7).contains(seconds), "seed \(seed), \(seconds) s after the turn")
    }

    @Test func `a turn that dead reckoning has passed is shown again to a driver who waits before it`() throws {
        let drive = Drive(road: road, slowsAtCorners: false, to: 385)
        let stop = drive.endSeconds
        let fixes = Drive(road: road, slowsAtCorners: false, to: 385, waits: 30).fixes()
        var journey = Journey(filtered: .car)
        try journey.start(road.route())
        journey.drive(fixes.filter { $0.time < Drive.time(stop - 3) })
        for second in 1...6 { journey.elapse(to: stop - 3 + Double(second)) }
        #expect(journey.infos.last?.currentStep?.maneuver != .turnRight)
        journey.drive(fixes.filter { $0.time > Drive.time(stop + 4) })
        #expect(journey.infos.suffix(20).allSatisfy { $0.currentStep?.maneuver == .turnRight })
    }
}
