import Guidance
import NavigationEvents
import Testing
import TestSupport

/// Receivers that report a wrong time, a wrong speed, or positions that are late, far away or repeated.
@Suite("Receivers that report wrong things")
struct WrongReceiverTests {
    private static let road = Road().straight(500).turn(.turnRight, onto: "Ring").straight(400)
        .turn(.turnLeft, onto: "Allee").straight(400).turn(.turnRight, onto: "Gasse").straight(500)
        .turn(.turnLeft, onto: "Markt").straight(400)

    private func drive(_ seed: UInt64, _ road: Road = road) -> [Fix] {
        Drive(road: road, noise: 3, seed: seed).fixes()
    }

    /// The distances between the matched positions and those of a drive with a perfect receiver, metres, in order of
    /// their size.
    private func errors(of infos: [NavigationInfo], skipping seconds: Int = 0) throws -> [Double] {
        let truth = try Journey.along(Self.road.route(), Drive(road: Self.road).fixes(), filtered: true)
        let meters = Dictionary(
            truth.infos.map { ($0.fix.time, $0.matched?.distanceAlongRouteMeters ?? 0) }, uniquingKeysWith: { $1 })
        return infos.dropFirst(seconds).filter { !$0.isDestinationReached }.compactMap { info in
            meters[info.fix.time].map { abs((info.matched?.distanceAlongRouteMeters ?? 0) - $0) }
        }.sorted()
    }

    // MARK: - Time

    @Test(arguments: [5.0, 18, 20, 29]) func `a clock set back by seconds moves no position`(seconds: Double) throws {
        var fixes = drive(1)
        for index in fixes.indices.dropFirst(60) { fixes[index].time = fixes[index].time.advanced(bySeconds: -seconds) }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        // The first two old fixes may be late ones.
        let whole = try Journey.along(Self.road.route(), drive(1), filtered: true)
        #expect(journey.infos.count == whole.infos.count - 2)
        for (info, expected) in zip(journey.infos.dropFirst(60), whole.infos.dropFirst(62)) {
            let error =
                (info.matched?.distanceAlongRouteMeters ?? 0) - (expected.matched?.distanceAlongRouteMeters ?? 0)
            #expect(error.magnitude < 15)
        }
        #expect(zip(journey.infos, journey.infos.dropFirst()).allSatisfy { $0.fix.time < $1.fix.time })
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test func `a clock that is set back and later right again moves no position`() throws {
        var fixes = drive(2)
        for index in 40..<80 { fixes[index].time = fixes[index].time.advanced(bySeconds: -20) }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        let steps = zip(journey.matchedMeters, journey.matchedMeters.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (-1...45).contains($0) })
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test(arguments: [10.0, 45, 90]) func `a clock set ahead by seconds moves no position`(seconds: Double) throws {
        var fixes = drive(1)
        for index in fixes.indices.dropFirst(60) { fixes[index].time = fixes[index].time.advanced(bySeconds: seconds) }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        let steps = zip(journey.matchedMeters, journey.matchedMeters.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (-2...35).contains($0) })
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    @Test func `late fixes are not a clock that was set back`() throws {
        var fixes = drive(3)
        for start in stride(from: 20, to: fixes.count - 10, by: 25) {
            // The newest fix comes first, then the others in their order.
            fixes.insert(fixes.remove(at: start + 4), at: start)
        }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        #expect(journey.infos.allSatisfy { info in fixes.contains { $0.time == info.fix.time } })
        #expect(!journey.wasOffRoute && journey.arrived)
    }

    // MARK: - Speed

    @Test(arguments: [3.6, 1.943_844]) func `a speed in another unit is converted`(factor: Double) throws {
        for seed in UInt64(1)...4 {
            var fixes = drive(seed)
            for index in fixes.indices {
                fixes[index].speedMetersPerSecond = fixes[index].speedMetersPerSecond.map { $0 * factor }
            }
            let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
            #expect(!journey.wasOffRoute && journey.arrived, "seed \(seed)")
            let (all, later) = (try errors(of: journey.infos), try errors(of: journey.infos, skipping: 90))
            #expect((all.last ?? 0) < 75 && (later.last ?? 0) < 20, "seed \(seed)")
            let last = try #require(journey.infos.last { ($0.fix.speedMetersPerSecond ?? 0) > 8 })
            #expect(abs((last.fix.speedMetersPerSecond ?? 0) - 12) < 2, "seed \(seed)")
        }
    }

    // MARK: - Late Positions

    @Test(arguments: [2, 3]) func `positions that are seconds late raise no alarm after the first corner`(late: Int)
        throws
    {
        for seed in UInt64(1)...4 {
            let fixes = drive(seed)
            let lagging = fixes.indices.map { index in
                var fix = fixes[index]
                fix.position = fixes[max(index - late, 0)].position
                fix.smoothedPosition = fix.position
                return fix
            }
            let journey = try Journey.along(Self.road.route(), lagging, filtered: true)
            #expect(journey.infos.dropFirst(60).allSatisfy { !$0.isOffRoute }, "seed \(seed)")
            let errors = try errors(of: journey.infos, skipping: 60)
            #expect(errors[errors.count * 9 / 10] < 15 && journey.arrived, "seed \(seed)")
        }
    }

    // MARK: - Positions

    /// Positions 3 km away for 90 seconds, with their own movement or without.
    @Test(arguments: [false, true], UInt64(1)...3)
    func `positions that the vehicle cannot have reached are not believed`(isMoving: Bool, seed: UInt64) throws {
        let elsewhere = Road(from: Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.71)).straight(3000)
        let away = Drive(road: elsewhere, speed: isMoving ? 12 : 0.4, slowsAtCorners: false, noise: 2, seed: seed)
            .fixes()
        var fixes = drive(seed)
        for index in 75..<165 {
            fixes[index].position = away[index].position
            fixes[index].smoothedPosition = away[index].position
        }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        #expect(!journey.wasOffRoute && journey.arrived)
        #expect(journey.infos.allSatisfy { $0.rerouting?.request == nil })
        let doubted = journey.infos.filter { (Drive.time(78)..<Drive.time(164)).contains($0.fix.time) }
        #expect(doubted.count > 70)
        #expect(doubted.allSatisfy { $0.positionStatus != .reliable && $0.positionCause == .spoofed })
        let after = journey.infos.filter { $0.fix.time > Drive.time(170) }
        #expect(after.allSatisfy { $0.positionStatus == .reliable && $0.positionCause == .unknown })
        let errors = try errors(of: after)
        #expect((errors.last ?? 0) < 30)
    }

    @Test func `a receiver that began with its last known position is believed half a minute later`() throws {
        var fixes = drive(1)
        for index in 0..<60 {
            fixes[index].position = Coordinate(latitudeDegrees: 49.5, longitudeDegrees: 8.6 + Double(index % 7) * 1e-5)
            fixes[index].smoothedPosition = fixes[index].position
            fixes[index].speedMetersPerSecond = 0
        }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        let later = journey.infos.filter { $0.fix.time > Drive.time(105) }
        #expect(later.allSatisfy { $0.matched != nil && $0.positionStatus == .reliable } && journey.arrived)
    }

    @Test func `a vehicle that was really carried away is believed after minutes`() throws {
        let elsewhere = Road(from: Coordinate(latitudeDegrees: 49.5, longitudeDegrees: 8.71)).straight(4000)
        var journey = Journey(filtered: .car)
        try journey.start(Self.road.route())
        journey.drive(Array(drive(1).prefix(100)))
        journey.drive(Drive(road: elsewhere, at: 100).fixes())
        let left = try #require(journey.infos.first { $0.isOffRoute })
        #expect((Drive.time(240)..<Drive.time(280)).contains(left.fix.time))
    }

    @Test func `after a gap, a position far away is believed at once`() throws {
        let elsewhere = Road(from: Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.71)).straight(2000)
        var journey = Journey(filtered: .car)
        try journey.start(Self.road.route())
        journey.drive(Array(drive(1).prefix(100)))
        journey.drive(Drive(road: elsewhere, at: 300).fixes())
        let left = try #require(journey.infos.first { $0.isOffRoute })
        #expect(left.fix.time < Drive.time(315))
    }

    @Test func `a receiver that repeats its position stands`() throws {
        var fixes = drive(1)
        for index in 80..<110 { fixes[index].position = fixes[80].position }
        let journey = try Journey.along(Self.road.route(), fixes, filtered: true)
        let gap = journey.infos.filter { $0.positionCause == .stationary }
        #expect(gap.count > 20 && gap.allSatisfy { $0.positionStatus == .estimated })
        #expect(!journey.wasOffRoute && journey.arrived)
    }
}
