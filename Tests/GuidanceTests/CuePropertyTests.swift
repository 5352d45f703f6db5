import Guidance
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Properties of cues")
struct CuePropertyTests {
    private func spoken(_ journey: Journey) -> [CueReference] { journey.cues.map(\.reference) }

    /// The cues in order of events; a second occurrence of an earlier cue would be a repetition.
    private func sequence(_ journey: Journey) -> [CueReference] {
        journey.infos.compactMap(\.cue?.reference).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test(arguments: UInt64(1)...25) func `each identity and stage is due once on every noisy drive`(seed: UInt64)
        throws
    {
        let road = Roads.city(seed: seed)
        let journey = try Journey.along(
            road.route(), Drive(road: road, noise: 6, seed: seed).fixes(), filtered: true)
        let order = sequence(journey)
        #expect(order.count == Set(order).count, "seed \(seed)")
        let nows = journey.cues.count { $0.stage == .now && $0.subject == .maneuver }
        #expect(nows == 13, "every turn is announced, seed \(seed)")
    }

    @Test(arguments: UInt64(1)...15) func `a cue names a step that its event carries`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        var road = Road().straight(200)
        for number in 1...12 {
            let maneuver = random.pick([Maneuver.turnLeft, .turnRight, .nameChange, .straight, .forkLeft])
            road = road.turn(maneuver, onto: "Straße \(number)").straight(random.between(20, 250))
            if random.pick([true, false, false]) { road = road.stopover().straight(random.between(30, 200)) }
        }
        for speed in [1.4, 8, 20] {
            let fixes = Drive(road: road, speed: speed, noise: 4, seed: seed).fixes()
            let journey = try Journey.along(road.route(), fixes, filtered: true)
            for info in journey.infos {
                guard let cue = info.cue, cue.subject != .offRoute else { continue }
                let steps = [info.currentStep].compactMap(\.self) + info.remainingSteps
                #expect(steps.contains { $0.number == cue.stepNumber }, "seed \(seed), \(speed) m/s")
            }
            #expect(journey.arrived, "seed \(seed), \(speed) m/s")
            let stops = journey.cues.count {
                $0.stage == .now && ($0.subject == .stopover || $0.subject == .destination)
            }
            #expect(stops == road.route().stopovers.count, "seed \(seed), \(speed) m/s")
        }
    }

    @Test(arguments: UInt64(1)...25)
    func `one, five and ten fixes per second yield the same cues`(seed: UInt64) throws {
        let road = Roads.city(seed: seed)
        let slow = try Journey.along(road.route(), Drive(road: road, hertz: 1).fixes())
        for hertz in [5.0, 10] {
            let fast = try Journey.along(road.route(), Drive(road: road, hertz: hertz).fixes())
            #expect(spoken(slow) == spoken(fast), "seed \(seed), \(hertz) Hz")
        }
    }

    @Test(
        arguments: UInt64(1)...10)
    func `repeated replacement by an equal route keeps identities and repeats no cue`(seed: UInt64) throws {
        let road = Roads.city(seed: seed)
        let fixes = Drive(road: road, noise: 3, seed: seed).fixes()
        let plain = try Journey.along(road.route(), fixes)
        var journey = Journey()
        try journey.start(road.route())
        for (index, fix) in fixes.enumerated() {
            if index % 7 == 3, !journey.arrived {
                try journey.start(road.route(id: "again \(index)", reason: .replaced))
            }
            journey.drive([fix])
        }
        #expect(journey.stops == 1)
        #expect(spoken(journey) == spoken(plain), "seed \(seed)")
        #expect(sequence(journey) == sequence(plain), "seed \(seed)")
    }

    @Test func `a new route for the rest of the trip keeps the identities of the maneuvers ahead`() throws {
        let road = Road().straight(1500).turn(.turnRight, onto: "A").straight(900).turn(.turnLeft, onto: "B").straight(
            500)
        let rest = Road(from: road.coordinate(east: 1000, north: 0), name: "Startweg").straight(500)
            .turn(.turnRight, onto: "A").straight(900).turn(.turnLeft, onto: "B").straight(500)
        let plain = try Journey.along(road.route(), Drive(road: road, slowsAtCorners: false).fixes())
        var journey = Journey()
        try journey.start(road.route())
        let fixes = Drive(road: road, slowsAtCorners: false).fixes()
        journey.drive(Array(fixes[..<96]))
        try journey.start(rest.route(id: "rest", reason: .rerouted))
        journey.drive(Array(fixes[96...]))
        #expect(journey.cues.map(\.identity) == plain.cues.map(\.identity))
        #expect(spoken(journey) == spoken(plain))
        let changed = journey.infos.filter(\.isRouteChanged)
        #expect(changed.map(\.routeID) == ["road", "rest"])
        #expect(journey.stops == 1)
    }

    @Test func `a replacement on the same line with fewer stops continues to the destination`() throws {
        let road = Road().straight(500).stopover().straight(500).turn(.turnLeft, onto: "A").straight(500)
        let direct = Road().straight(1000).turn(.turnLeft, onto: "A").straight(500)
        var journey = Journey()
        try journey.start(road.route())
        let fixes = Drive(road: road).fixes()
        journey.drive(Array(fixes[..<60]))
        #expect(journey.infos.last?.stopoversReached == 1)
        try journey.start(direct.route(id: "direct", reason: .replaced))
        journey.drive(Array(fixes[60...]))
        #expect((journey.infos.last?.matched?.distanceAlongRouteMeters ?? 0) > 1470)
        #expect(journey.arrived && journey.stops == 1)
    }

    @Test func `after a detour back to a missed turn the turn is announced again`() throws {
        let road = Road().straight(800).turn(.turnRight, onto: "A").straight(600)
        var journey = Journey()
        try journey.start(road.route())
        let missed = Drive(road: Road().straight(1000), slowsAtCorners: false)
        journey.drive(missed.fixes())
        let block = Road(from: road.coordinate(east: 1000, north: 0)).straight(20).turn(.turnLeft, onto: "X").straight(
            300
        )
        .turn(.turnLeft, onto: "Y").straight(620).turn(.turnLeft, onto: "Z").straight(300)
        .turn(.turnLeft, onto: "Startweg").straight(400).turn(.turnRight, onto: "A").straight(600)
        try journey.start(block.route(id: "block", reason: .rerouted))
        journey.drive(Drive(road: block, at: missed.endSeconds + 1).fixes())
        let called = journey.cues.filter { $0.stage == .now && $0.subject == .maneuver }
        #expect(called.count == 6)
        #expect(Set(called.map(\.identity)).count == 6)
        #expect(journey.arrived)
    }

    @Test func `the same position and kind of maneuver have the same identity in every run`() throws {
        let road = Road().straight(1500).turn(.turnRight, onto: "A").straight(900)
        let one = try Journey.along(road.route(), Drive(road: road).fixes())
        let other = try Journey.along(road.route(id: "other"), Drive(road: road, speed: 9).fixes())
        #expect(Set(one.cues.map(\.identity)) == Set(other.cues.map(\.identity)))
    }
}
