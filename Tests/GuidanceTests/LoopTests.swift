import Guidance
import NavigationEvents
import Testing

/// On roads that are driven twice or pass near other parts of the route, the position advances.
@Suite("Loops, laps and return trips")
struct LoopTests {
    private func expectForwards(_ road: Road, speed: Double = 10, _ name: String) throws {
        for seed in UInt64(1)...5 {
            let clean = try Journey.along(road.route(), Drive(road: road, speed: speed).fixes())
            let drive = Drive(road: road, speed: speed, noise: 4, seed: seed)
            let noisy = try Journey.along(road.route(), drive.fixes(), filtered: true)
            let worst = zip(clean.matchedMeters, noisy.matchedMeters).map { abs($0 - $1) }.max() ?? .infinity
            #expect(worst < 25, "\(name), seed \(seed)")
            #expect(!noisy.wasOffRoute && noisy.arrived, "\(name), seed \(seed)")
        }
    }

    @Test func `a figure eight is followed in order`() throws { try expectForwards(Roads.figureEight, "eight") }

    @Test
    func `hairpins 25 m apart keep their order`() throws { try expectForwards(Roads.hairpins, speed: 8, "hairpins") }

    @Test func `two laps of one circuit are followed in order`() throws { try expectForwards(Roads.twoLaps, "laps") }

    @Test func `a return trip on the same road is followed in order`() throws {
        try expectForwards(Road().straight(500).turn(.turnRight, onto: "Tal").straight(700).andBack(), "out and back")
    }

    @Test func `a loop ramp that crosses its own road is followed in order`() throws {
        let road = Road().straight(900).turn(.offRampRight, onto: "Ohr", by: 0).curve(radius: 45, degrees: 270)
            .turn(.mergeRight, onto: "B 3", by: 0).straight(900)
        try expectForwards(road, speed: 12, "ramp")
    }

    @Test func `a U-turn through a roundabout is followed in order`() throws {
        let road = Road().straight(500).turn(.roundaboutUTurnCounterclockwise, onto: "zurück", by: 45)
            .curve(radius: 15, degrees: -270).bend(45).straight(450)
        try expectForwards(road, speed: 8, "roundabout")
    }

    @Test func `equal maneuvers of two laps are different cues, each announced once`() throws {
        let road = Roads.twoLaps
        let journey = try Journey.along(road.route(), Drive(road: road).fixes())
        let nows = journey.cues.filter { $0.stage == .now && $0.subject == .maneuver }
        #expect(nows.count == 7)
        #expect(Set(nows.map(\.identity)).count == 7)
    }
}
