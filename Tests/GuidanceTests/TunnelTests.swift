import Guidance
import NavigationEvents
import Testing

/// Tunnels and ferries: receivers that repeat the portal, stops inside, several in a row, crossings without a fix.
@Suite("Tunnels and ferries")
struct TunnelTests {
    private let road = Road().straight(600).tunnel { $0.straight(1500) }.straight(600)

    /// The fixes of a phone that repeats its last position, with a speed, from one time to another.
    private func repeating(_ fixes: [Fix], from begin: Double, to end: Double, speed: Double?) -> [Fix] {
        guard let portal = fixes.last(where: { $0.time < Drive.time(begin) }) else { return fixes }
        return fixes.map { fix in
            guard fix.time >= Drive.time(begin), fix.time < Drive.time(end) else { return fix }
            var lie = fix
            (lie.position, lie.smoothedPosition) = (portal.position, portal.smoothedPosition)
            lie.speedMetersPerSecond = speed
            if speed == 0 { lie.courseDegrees = nil }
            return lie
        }
    }

    /// A drive into the tunnel, a stop of `waits` seconds in its middle, and the drive out of it.
    private func stopsInside(waits: Double) -> [Fix] {
        let there = Drive(road: road, speed: 20, slowsAtCorners: false, to: 1300, waits: waits)
        let back = Drive(road: road, speed: 20, slowsAtCorners: false, from: 1300, at: there.endSeconds + 1)
        return there.fixes() + back.fixes()
    }

    @Test(arguments: [30.0, 60, 120, 240, 900])
    func `a phone that repeats the portal is not believed, however long the vehicle stands in the tunnel`(
        waits: Double
    ) throws {
        let fixes = stopsInside(waits: waits)
        let exit = try #require(fixes.last { $0.time < Drive.time(65 + waits + 40) }).time.seconds(since: Drive.time(0))
        let journey = try Journey.along(
            road.route(), repeating(fixes, from: 31, to: exit, speed: 0))
        #expect(!journey.wasOffRoute && journey.arrived)
        let inside = journey.infos.filter {
            $0.fix.time > Drive.time(33) && $0.fix.time < Drive.time(exit)
        }
        #expect(inside.allSatisfy { $0.positionStatus != .reliable })
        #expect(waits < 60 || inside.last?.positionStatus == .unreliable)
    }

    @Test func `the first good fix behind the exit counts, also after a stop in the tunnel`() throws {
        let exit = 65.0 + 60 + 42
        let fixes = repeating(stopsInside(waits: 60), from: 31, to: exit, speed: 0)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(fixes.filter { $0.time < Drive.time(exit + 1) })
        let first = try #require(journey.infos.last)
        #expect(first.positionStatus != .unreliable)
        #expect(abs((first.toDestination?.distanceMeters ?? 0) - 560) < 40)
    }

    @Test func `a radius of the unreliable position reaches back to the last fix`() throws {
        let fixes = repeating(stopsInside(waits: 240), from: 31, to: 290, speed: 0)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(fixes.filter { $0.time < Drive.time(280) })
        let last = try #require(journey.infos.last)
        #expect(last.positionStatus == .unreliable && last.positionCause == .tunnel)
        let error = abs((last.matched?.distanceAlongRouteMeters ?? 0) - 1300)
        #expect(error > 700 && last.positionRadiusMeters ?? 0 > error)
    }

    @Test(arguments: [12.0, 35]) func `behind the exit inaccurate fixes count, at the portal they do not`(
        accuracy: Double
    ) throws {
        var drive = Drive(road: road, speed: 20, slowsAtCorners: false)
        drive.accuracy = accuracy
        let fixes = repeating(drive.fixes(), from: 31, to: 109, speed: 20)
        let journey = try Journey.along(road.route(), fixes)
        let inside = journey.infos.filter { $0.fix.time > Drive.time(40) && $0.fix.time < Drive.time(105) }
        #expect(inside.allSatisfy { $0.positionStatus == .estimated })
        let outside = try #require(journey.infos.first { $0.fix.time >= Drive.time(112) })
        #expect(outside.positionStatus == .reliable)
        #expect(abs((outside.matched?.distanceAlongRouteMeters ?? 0) - 2240) < 40)
    }

    @Test(arguments: [nil, 0.0, 12]) func `in a row of tunnels each stretch in the open corrects the position`(
        repeats: Double?
    ) throws {
        let row = Road().straight(600).tunnel { $0.straight(900) }.straight(250).tunnel { $0.straight(600) }
            .straight(250).tunnel { $0.straight(1200) }.straight(500)
        let open = [0.0...600, 1500...1750, 2350...2600, 3800...4300]
        var fixes = Drive(road: row, speed: 20, slowsAtCorners: false, to: 610).fixes()
        // In the tunnels the traffic is slower than before.
        fixes += Drive(road: row, speed: 17, slowsAtCorners: false, from: 620, at: 31).fixes()
        let start = Drive.time(0)
        func meters(_ fix: Fix) -> Double {
            let seconds = fix.time.seconds(since: start)
            return seconds < 31 ? 20 * seconds : 620 + 17 * (seconds - 31)
        }
        var journey = Journey()
        try journey.start(row.route())
        var last = fixes[0]
        for fix in fixes {
            if open.contains(where: { $0.contains(meters(fix)) }) {
                last = fix
                journey.drive([fix])
            } else if let repeats {
                var lie = last
                (lie.time, lie.speedMetersPerSecond) = (fix.time, repeats)
                journey.drive([lie])
            } else {
                journey.elapse(to: fix.time.seconds(since: start))
            }
            guard meters(fix) < 4250,
                open.contains(where: { $0.contains(meters(fix) - 60) && $0.contains(meters(fix)) })
            else { continue }
            let error = (journey.infos.last?.matched?.distanceAlongRouteMeters ?? 0) - meters(fix)
            #expect(error.magnitude < 25, "at \(meters(fix))")
            #expect(journey.infos.last?.positionStatus == .reliable, "at \(meters(fix))")
        }
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test(arguments: [nil, 8.0])
    func `a phone that freezes at the portal is not believed, also after a slow turn into the tunnel`(
        wheels: Double?
    ) throws {
        let road = Road().straight(700).turn(.turnRight, onto: "Tunnel").tunnel { $0.straight(1500) }.straight(300)
        var guidance = GuidanceState()
        _ = try guidance.start(road.route())
        let drive = Drive(road: road, speed: 16, to: 704)
        for fix in drive.fixes() { _ = guidance.update(fix) }
        var frozen = guidance.info.fix
        frozen.speedMetersPerSecond = 0
        frozen.courseDegrees = nil
        for second in 1...60 {
            frozen.time = Drive.time(drive.endSeconds + Double(second))
            if let wheels {
                guidance.take(
                    MotionReading(speedMetersPerSecond: wheels, gear: .forward, source: "can0", time: frozen.time))
            }
            _ = guidance.update(frozen)
        }
        #expect(guidance.info.positionStatus == .estimated)
        let driven = (guidance.info.matched?.distanceAlongRouteMeters ?? 0) - 704
        if let wheels { #expect(abs(driven - 60 * wheels) < 20) } else { #expect(driven > 700) }
    }

    @Test func `after a turn into a tunnel the vehicle drives as fast as before`() throws {
        let road = Road().straight(700).turn(.turnRight, onto: "Tunnel").tunnel { $0.straight(1500) }.straight(300)
        let drive = Drive(road: road, speed: 20, to: 705)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(drive.fixes())
        for second in 1...60 { journey.elapse(to: drive.endSeconds + Double(second)) }
        let driven = (journey.matchedMeters.last ?? 0) - 705
        #expect(driven > 850 && driven < 1200)
    }

    @Test func `a jam before a tunnel without a turn continues in it`() throws {
        let jam = Drive(road: road, speed: 4, slowsAtCorners: false, from: 450, to: 610, at: 30)
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Drive(road: road, speed: 20, slowsAtCorners: false, to: 440).fixes() + jam.fixes())
        for second in 1...60 { journey.elapse(to: jam.endSeconds + Double(second)) }
        #expect(abs((journey.matchedMeters.last ?? 0) - 850) < 30)
    }

    @Test(arguments: [0.98, 1, 1.02])
    func `wheels measure stop and go in a row of tunnels within two percent of the way`(error: Double) throws {
        let row = Road().straight(600).tunnel { $0.straight(900) }.straight(250).tunnel { $0.straight(1800) }.straight(
            300)
        var guidance = GuidanceState()
        _ = try guidance.start(row.route())
        let drive = Drive(road: row, speed: 20, slowsAtCorners: false, to: 640)
        for fix in drive.fixes() { _ = guidance.update(fix) }
        let before = try #require(guidance.info.matched?.distanceAlongRouteMeters)
        var (driven, last) = (0.0, 20.0)
        for second in 1...200 {
            let time = Drive.time(drive.endSeconds + Double(second))
            let speed = second % 60 < 20 ? 0.0 : second % 60 < 40 ? 7 : 15
            driven += (last + speed) / 2
            last = speed
            guidance.take(
                MotionReading(speedMetersPerSecond: speed * error, gear: .forward, source: "can0", time: time))
            _ = guidance.elapse(to: time)
            let estimated = (guidance.info.matched?.distanceAlongRouteMeters ?? 0) - before
            #expect(abs(estimated - driven) < 0.021 * driven + 12, "after \(second) s")
        }
        #expect(guidance.info.positionStatus == .estimated)
        #expect(guidance.info.positionRadiusMeters ?? 0 < 0.03 * driven + 25)
    }

    @Test func `the ratio of a speedometer that shows too much is learned from good fixes`() throws {
        let road = Road().straight(2000).tunnel { $0.straight(3000) }.straight(300)
        var guidance = GuidanceState()
        _ = try guidance.start(road.route())
        let drive = Drive(road: road, speed: 15, slowsAtCorners: false, to: 2040)
        func reads(_ speed: Double, at time: Timestamp) {
            guidance.take(MotionReading(speedMetersPerSecond: speed * 1.05, gear: .forward, source: "can0", time: time))
        }
        for fix in drive.fixes() {
            reads(15, at: fix.time)
            _ = guidance.update(fix)
        }
        let before = try #require(guidance.info.matched?.distanceAlongRouteMeters)
        for second in 1...150 {
            let time = Drive.time(drive.endSeconds + Double(second))
            reads(second < 60 ? 15 : 5, at: time)
            _ = guidance.elapse(to: time)
        }
        let driven = 59 * 15.0 + 10 + 90 * 5
        #expect(abs((guidance.info.matched?.distanceAlongRouteMeters ?? 0) - before - driven) < 0.02 * driven)
    }

    // MARK: - Ferries

    private func crossing(coarse spacing: Double = 2000) -> (route: Route, pier: Double, landing: Double) {
        var road = Road().straight(400).turn(.ferryBoat)
        road.metersPerSecond = 6
        let first = road.points.count - 1
        road = road.straight(6000, spacing: spacing)
        let last = road.points.count - 1
        var route = road.turn(.straight).straight(600).route()
        route.ferries = [GeometrySpan(fromIndex: first, toIndex: last)]
        return (route, 400, 6400)
    }

    @Test func `a ferry without fixes follows its timetable to shortly before the far pier`() throws {
        let (route, pier, landing) = crossing()
        var journey = Journey()
        try journey.start(route)
        let aboard = Drive(road: Road().straight(420), speed: 3, slowsAtCorners: false, waits: 60)
        journey.drive(aboard.fixes())
        for second in 1...1400 {
            journey.elapse(to: aboard.endSeconds + Double(second))
            guard second % 100 == 50 else { continue }
            let meters = try #require(journey.matchedMeters.last)
            let sailed = min(pier + 20 + 6 * Double(second), landing)
            #expect(abs(meters - sailed) < 150 && meters < landing, "after \(second) s")
            #expect(journey.infos.last?.positionStatus == .estimated)
        }
        #expect(!journey.wasOffRoute && journey.infos.last?.isOnFerry == true)
        #expect(journey.infos.last?.positionRadiusMeters ?? 0 > 600)
        let ashore = Road(from: Road().coordinate(east: 6400, north: 0)).straight(600)
        journey.drive(Drive(road: ashore, speed: 8, at: aboard.endSeconds + 1500).fixes())
        #expect(!journey.wasOffRoute && journey.arrived)
        let first = try #require(journey.infos.first { $0.fix.time >= Drive.time(aboard.endSeconds + 1500) })
        #expect(abs((first.toDestination?.distanceMeters ?? 0) - 600) < 30)
    }

    @Test func `a fix far beside the ferry's line after ten silent minutes is no reason for an alarm`() throws {
        let (route, _, _) = crossing(coarse: 6000)
        var journey = Journey()
        try journey.start(route)
        let aboard = Drive(road: Road().straight(420), speed: 3, slowsAtCorners: false, waits: 30)
        journey.drive(aboard.fixes())
        for second in 1...700 { journey.elapse(to: aboard.endSeconds + Double(second)) }
        let sea = Road(from: Road().coordinate(east: 4600, north: 300)).straight(500)
        journey.drive(Drive(road: sea, speed: 6, slowsAtCorners: false, at: aboard.endSeconds + 701).fixes())
        #expect(!journey.wasOffRoute)
        #expect(journey.infos.last?.isOnFerry == true)
        #expect(abs((journey.infos.last?.toDestination?.distanceMeters ?? 0) - 1900) < 60)
    }

    @Test func `a vehicle that waits at the pier without a fix is on board, and no alarm follows at sea`() throws {
        let (route, pier, _) = crossing(coarse: 6000)
        var journey = Journey()
        try journey.start(route)
        let queue = Drive(road: Road().straight(420), speed: 6, to: 340, waits: 60)
        journey.drive(queue.fixes())
        for second in 1...900 { journey.elapse(to: queue.endSeconds + Double(second)) }
        let estimated = try #require(journey.infos.last)
        #expect(estimated.isOnFerry && estimated.positionStatus == .estimated)
        #expect((estimated.matched?.distanceAlongRouteMeters ?? 0) > pier + 1000)
        // The ship sailed five minutes later.
        let sea = Road(from: Road().coordinate(east: 4000, north: 300)).straight(300)
        journey.drive(Drive(road: sea, speed: 6, slowsAtCorners: false, at: queue.endSeconds + 901).fixes())
        #expect(!journey.wasOffRoute)
        #expect(abs((journey.infos.last?.toDestination?.distanceMeters ?? 0) - 2700) < 60)
    }

    // MARK: - Radius

    @Test func `while fixes are missing the radius grows as far as the vehicle may have driven or stopped`() throws {
        var journey = Journey()
        try journey.start(Road().straight(4000).route())
        let drive = Drive(road: Road().straight(4000), speed: 15, slowsAtCorners: false, to: 600)
        journey.drive(drive.fixes())
        for second in 1...55 { journey.elapse(to: drive.endSeconds + Double(second)) }
        let radii = journey.infos.suffix(50).compactMap(\.positionRadiusMeters)
        #expect(zip(radii, radii.dropFirst()).allSatisfy { $1 > $0 })
        let last = try #require(journey.infos.last)
        let radius = try #require(last.positionRadiusMeters)
        let meters = try #require(last.matched?.distanceAlongRouteMeters)
        #expect(meters - radius < 600 && meters + radius > 600 + 15 * 55)
    }

    @Test func `off the route the radius grows between the fixes of a slow receiver`() throws {
        let plan = Road().straight(600).turn(.turnRight).straight(900)
        var journey = Journey()
        try journey.start(plan.route())
        let drive = Drive(road: Road().straight(1500), slowsAtCorners: false, hertz: 0.2)
        for fix in drive.fixes() {
            journey.drive([fix])
            let seconds = fix.time.seconds(since: Drive.time(0))
            let atFix = journey.infos.last?.positionRadiusMeters ?? 0
            for second in 1...4 { journey.elapse(to: seconds + Double(second)) }
            guard let last = journey.infos.last, last.isOffRoute else { continue }
            #expect(last.positionRadiusMeters ?? 0 >= atFix + 4 * 12 - 0.1)
        }
        #expect(journey.wasOffRoute)
    }

    @Test func `a position beside the line has a radius that reaches the fix`() throws {
        let beside = Road(from: Road().coordinate(east: 0, north: 15)).straight(900)
        let journey = try Journey.along(
            Road().straight(1500).route(), Drive(road: beside, slowsAtCorners: false).fixes())
        #expect(journey.infos.dropFirst(5).allSatisfy { $0.positionRadiusMeters ?? 0 > 15 })
        #expect(journey.infos.dropFirst(5).allSatisfy { $0.positionRadiusMeters ?? 100 < 35 })
    }
}
