import Guidance
import NavigationEvents
import Testing

@Suite("Time without fixes")
struct GapTests {
    private let road = Road().straight(600).tunnel { $0.straight(1500) }.straight(300)
        .turn(.turnRight, onto: "Talstraße").straight(400)

    private func intoTheTunnel(_ road: Road) throws -> (journey: Journey, seconds: Double) {
        var journey = Journey()
        try journey.start(road.route())
        let drive = Drive(road: road, speed: 20, slowsAtCorners: false, to: 640)
        journey.drive(drive.fixes())
        return (journey, drive.endSeconds)
    }

    @Test func `in a tunnel guidance continues at the last speed, marked as estimated`() throws {
        var (journey, seconds) = try intoTheTunnel(road)
        let before = journey.matchedMeters.last ?? 0
        for second in 1...40 { journey.elapse(to: seconds + Double(second)) }
        let last = try #require(journey.infos.last)
        #expect(last.positionStatus == .estimated)
        #expect(last.isInTunnel)
        #expect(abs((last.matched?.distanceAlongRouteMeters ?? 0) - before - 800) < 5)
        #expect(last.fix == journey.infos.last { $0.positionStatus == .reliable }?.fix)
    }

    @Test func `at the end of the tunnel the position is held and then reported unreliable once`() throws {
        var (journey, seconds) = try intoTheTunnel(road)
        for second in 1...300 { journey.elapse(to: seconds + Double(second)) }
        let last = try #require(journey.infos.last)
        #expect(last.positionStatus == .unreliable)
        #expect(journey.infos.count { $0.positionStatus == .unreliable } == 1)
        #expect(abs((last.matched?.distanceAlongRouteMeters ?? 0) - 2140) < 1)
        #expect(!last.isOffRoute && !last.isDestinationReached)
    }

    @Test func `the first good fix after a tunnel corrects the position`() throws {
        var (journey, seconds) = try intoTheTunnel(road)
        for second in 1...70 { journey.elapse(to: seconds + Double(second)) }
        let after = Drive(road: road, speed: 20, slowsAtCorners: false, from: 2200, at: seconds + 71)
        journey.drive(after.fixes())
        let first = try #require(journey.infos.first { $0.fix.time >= Drive.time(seconds + 71) })
        #expect(first.positionStatus == .reliable)
        #expect(abs((first.matched?.distanceAlongRouteMeters ?? 0) - 2200) < 40)
        #expect(journey.arrived)
    }

    @Test func `inaccurate fixes after a tunnel move the position gently`() throws {
        var (journey, seconds) = try intoTheTunnel(road)
        for second in 1...74 { journey.elapse(to: seconds + Double(second)) }
        let before = journey.matchedMeters.last ?? 0
        var fix = Drive(road: road, speed: 20, slowsAtCorners: false, from: 2230, at: seconds + 75).fixes()[0]
        fix.horizontalAccuracyMeters = 60
        journey.drive([fix])
        let moved = (journey.matchedMeters.last ?? 0) - before
        #expect(moved > 5 && moved < 2230 - before - 30)
        #expect(!journey.wasOffRoute)
    }

    @Test func `outside a tunnel the estimated speed decreases`() throws {
        var (journey, seconds) = try intoTheTunnel(Road().straight(4000))
        let before = journey.matchedMeters.last ?? 0
        for second in 1...60 { journey.elapse(to: seconds + Double(second)) }
        let driven = (journey.matchedMeters.last ?? 0) - before
        #expect(driven > 550 && driven < 700)
    }

    @Test func `no stop is reached and no route left while the position is estimated`() throws {
        let short = Road().straight(700)
        var (journey, seconds) = try intoTheTunnel(short)
        for second in 1...120 { journey.elapse(to: seconds + Double(second)) }
        #expect(!journey.arrived && !journey.wasOffRoute && journey.stops == 0)
    }

    @Test(arguments: [1.0, 2.0]) func `no gap is reported while fixes arrive at their usual interval`(
        period: Double
    ) throws {
        let journey = try straightDrive(period: period)
        #expect(journey.infos.allSatisfy { $0.positionStatus == .reliable })
    }

    @Test(arguments: [5.0, 15.0]) func `between the fixes of a slow receiver the vehicle moves on, as estimated`(
        period: Double
    ) throws {
        let journey = try straightDrive(period: period)
        let meters = journey.infos.map { $0.matched?.distanceAlongRouteMeters ?? 0 }.dropFirst(Int(2 * period))
        #expect(journey.infos.contains { $0.positionStatus == .estimated })
        #expect(journey.infos.allSatisfy { $0.positionStatus != .unreliable })
        #expect(zip(meters, meters.dropFirst()).allSatisfy { $1 - $0 < 40 })
    }

    /// A drive along a straight road with fixes at an interval, and the passing of each second between them.
    private func straightDrive(period: Double) throws -> Journey {
        var journey = Journey()
        try journey.start(Road().straight(3000).route())
        for fix in Drive(road: Road().straight(1500), hertz: 1 / period).fixes() {
            journey.drive([fix])
            let seconds = fix.time.seconds(since: Drive.time(0))
            for second in stride(from: 1.0, to: period, by: 1) { journey.elapse(to: seconds + second) }
        }
        return journey
    }

    @Test func `without a fix or a route the passing of time causes no events`() throws {
        var guidance = GuidanceState()
        #expect(guidance.elapse(to: Drive.time(5)).isEmpty)
        _ = try guidance.start(road.route())
        #expect(guidance.elapse(to: Drive.time(9)).isEmpty)
        _ = guidance.stop()
        for fix in Drive(road: road, to: 50).fixes() { _ = guidance.update(fix) }
        _ = try guidance.start(road.route())
        #expect(guidance.elapse(to: Drive.time(99)).isEmpty)
    }

    @Test(arguments: [15.0, 60, 120, 300])
    func `after a long gap the position is found ahead and the route is not left`(
        gap: Double
    ) throws {
        let road = Road().straight(9000)
        var (journey, seconds) = try intoTheTunnel(road)
        for second in 1..<Int(gap) { journey.elapse(to: seconds + Double(second)) }
        let place = 640 + 24 * gap
        let after = Drive(road: road, speed: 24, slowsAtCorners: false, from: place, at: seconds + gap)
        journey.drive(after.fixes())
        #expect(!journey.wasOffRoute && journey.arrived)
        let first = try #require(journey.infos.first { $0.fix.time >= Drive.time(seconds + gap) })
        #expect(abs((first.matched?.distanceAlongRouteMeters ?? 0) - place) < 40)
    }

    @Test
    func `a stop during a gap is corrected at the first fix and without a jump`()
        throws
    {
        let road = Road().straight(800).turn(.turnRight, onto: "A").straight(900)
        var (journey, seconds) = try intoTheTunnel(road)
        for second in 1..<30 { journey.elapse(to: seconds + Double(second)) }
        #expect((journey.matchedMeters.last ?? 0) > 950)
        let waiting = Drive(
            road: road, speed: 1, slowsAtCorners: false, from: 760, to: 763, at: seconds + 30, waits: 20)
        let fixes = Array(waiting.fixes().suffix(20))
        journey.drive(Array(fixes.prefix(1)))
        let first = try #require(journey.infos.last)
        #expect(first.currentStep?.maneuver == .turnRight && first.positionStatus == .estimated)
        #expect(abs((first.toManeuver?.distanceMeters ?? 0) - 37) < 10)
        journey.drive(Array(fixes.dropFirst()))
        #expect(abs((journey.matchedMeters.last ?? 0) - 763) < 10)
        #expect(journey.infos.last?.positionStatus == .reliable)
        journey.drive(Drive(road: road, speed: 12, from: 763, at: waiting.endSeconds + 1).fixes())
        #expect(!journey.wasOffRoute && journey.arrived)
        #expect(zip(journey.matchedMeters, journey.matchedMeters.dropFirst()).allSatisfy { $1 >= $0 - 25 })
    }

    @Test(
        arguments: [8.0, 14, 18])
    func `a position estimated too far ahead waits for the slower vehicle`(speed: Double) throws {
        var (journey, seconds) = try intoTheTunnel(road)
        let duration = (1500 / speed).rounded()
        for second in 1..<Int(duration) { journey.elapse(to: seconds + Double(second)) }
        let matched = journey.matchedMeters.last ?? 0
        let after = Drive(road: road, speed: 20, slowsAtCorners: false, from: 2100, at: seconds + duration)
        journey.drive(after.fixes())
        #expect(matched > 2100 && journey.arrived && !journey.wasOffRoute)
        #expect(zip(journey.matchedMeters, journey.matchedMeters.dropFirst()).allSatisfy { $1 >= $0 - 0.01 })
    }

    @Test func `the first good fix corrects a position estimated too far back`() throws {
        var (journey, seconds) = try intoTheTunnel(Road().straight(4000))
        for second in 1..<60 { journey.elapse(to: seconds + Double(second)) }
        let drive = Drive(road: Road().straight(4000), speed: 20, slowsAtCorners: false, from: 1840, at: seconds + 60)
        journey.drive(Array(drive.fixes().prefix(1)))
        #expect(abs((journey.matchedMeters.last ?? 0) - 1840) < 5)
    }

    @Test func `far behind the estimate even inaccurate fixes correct it, except for their own error`() throws {
        var (journey, seconds) = try intoTheTunnel(Road().straight(6000))
        for second in 1..<60 { journey.elapse(to: seconds + Double(second)) }
        let place = 640 + 20.0 * 60
        var fix = Drive(road: Road().straight(6000), speed: 20, from: place, at: seconds + 60).fixes()[0]
        fix.horizontalAccuracyMeters = 60
        journey.drive([fix])
        #expect(abs((journey.matchedMeters.last ?? 0) - place) < 150)
    }

    @Test(arguments: UInt64(1)...5)
    func `after a gap with a turn the position is found again and the route is not left`(
        seed: UInt64
    ) throws {
        let road = Road().straight(900).turn(.turnRight, onto: "A").straight(900).turn(.turnLeft, onto: "B").straight(
            600)
        let fixes = Drive(road: road, noise: 4, seed: seed).fixes().filter {
            !(60...105).contains($0.time.seconds(since: Drive.time(0)))
        }
        let journey = try Journey.along(road.route(), fixes, filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived, "seed \(seed)")
    }
}
