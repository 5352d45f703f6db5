import Guidance
import NavigationEvents
import Testing

@Suite("Turning round before the destination")
struct TurningBackTests {
    private static let plan = Road(mode: .foot).straight(300)

    /// Turns round before the destination, goes back, turns round again, and goes to the destination.
    private struct Detour {
        var before: Double
        var back: Double
        var accuracy = 35.0
        var noise = 0.0
        var seed: UInt64 = 1
        var mode = TravelMode.foot
        var speed = 1.4

        var fixes: [Fix] {
            let walked = Road(mode: mode).straight(300 - before).bend(180).straight(back).bend(180)
                .straight(before + back)
            return Drive(
                road: walked, speed: speed, slowsAtCorners: false, noise: noise, accuracy: accuracy,
                seed: seed,
                waits: 30
            ).fixes()
        }

        /// Metres to the destination at the given time of the drive.
        func remaining(at seconds: Double) -> Double {
            let driven = seconds * speed
            let turned = 300 - before
            if driven < turned { return 300 - driven }
            return driven < turned + back
                ? before + driven - turned : max(before + 2 * back - (driven - turned), 0)
        }

        /// Metres to the destination when it counts as reached; `nil` if it never does.
        func remainingAtArrival(in journey: Journey) -> Double? {
            journey.infos.first(where: \.isDestinationReached).map {
                remaining(at: $0.fix.time.seconds(since: Drive.time(0)))
            }
        }
    }

    @Test(
        arguments: [50.0, 60, 70, 80], [30.0, 35, 39])
    func `turning round before the destination does not arrive and coming back arrives once`(
        before: Double, accuracy: Double
    ) throws {
        let detour = Detour(before: before, back: 100, accuracy: accuracy)
        let journey = try Journey.along(Self.plan.route(), detour.fixes, filtered: true)
        #expect(journey.infos.contains { $0.isWrongWay })
        #expect(journey.infos.count(where: \.isDestinationReached) == 1)
        #expect(try #require(detour.remainingAtArrival(in: journey)) < 40)
        #expect(journey.cues.filter { $0.subject == .destination && $0.stage == .now }.count == 1)
    }

    @Test(
        arguments: UInt64(1)...20)
    func `noise as large as the accuracy causes no arrival on the way back`(seed: UInt64) throws {
        let detour = Detour(before: 75, back: 100, noise: 12, seed: seed)
        let journey = try Journey.along(Self.plan.route(), detour.fixes, filtered: true)
        #expect(
            try #require(detour.remainingAtArrival(in: journey), "seed \(seed)") < 60, "seed \(seed)")
        #expect(journey.infos.count(where: \.isDestinationReached) == 1)
    }

    @Test(
        arguments: [50.0, 60, 80],
        [5.0, 10])
    func `a few steps back and forth do not bring the destination nearer`(before: Double, back: Double) throws {
        let detour = Detour(before: before, back: back)
        let journey = try Journey.along(Self.plan.route(), detour.fixes, filtered: true)
        #expect(!journey.wasOffRoute)
        #expect(try #require(detour.remainingAtArrival(in: journey)) < 45)
    }

    @Test func `the remaining distance grows while going back`() throws {
        let detour = Detour(before: 100, back: 100)
        for info in try Journey.along(Self.plan.route(), detour.fixes, filtered: true).infos
        where !info.isOffRoute {
            let truth = detour.remaining(at: info.fix.time.seconds(since: Drive.time(0)))
            #expect(abs((info.toDestination?.distanceMeters ?? 0) - truth) < 12)
        }
    }

    @Test(
        arguments: [TravelMode.car, .bicycle], [6.0, 15, 35])
    func `a driver who turns round near the destination arrives on the second approach`(
        mode: TravelMode, accuracy: Double
    ) throws {
        let detour = Detour(before: 100, back: 100, accuracy: accuracy, mode: mode, speed: 6)
        let journey = try Journey.along(
            Road(mode: mode).straight(300).route(), detour.fixes, filtered: true)
        #expect(journey.infos.contains { $0.isWrongWay })
        #expect(try #require(detour.remainingAtArrival(in: journey)) < 45)
    }

    @Test(
        arguments: UInt64(1)...10)
    func `standing near the destination with a poor accuracy does not arrive`(seed: UInt64) throws {
        let walk = Drive(
            road: Self.plan, speed: 1.4, slowsAtCorners: false, noise: 12, accuracy: 35, seed: seed,
            to: 220, waits: 300)
        #expect(
            try !Journey.along(Self.plan.route(), walk.fixes(), filtered: true).arrived, "seed \(seed)")
    }

    @Test(
        arguments: [5.0, 10, 15])
    func `turning back slightly early where the route turns back stays on the route`(early: Double) throws {
        let plan = Road(mode: .foot).straight(200).andBack()
        let walked = Road(mode: .foot).straight(200 - early).andBack()
        let walk = Drive(road: walked, speed: 1.4, slowsAtCorners: false, accuracy: 10)
        let journey = try Journey.along(plan.route(), walk.fixes(), filtered: true)
        #expect(!journey.wasOffRoute)
        #expect(journey.arrived)
    }
}
