import Guidance
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Random inputs")
struct RandomInputTests {
    @Test(
        arguments: UInt64(1)...20)
    func `random inputs neither crash guidance nor disturb the order of its events`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        var journey = Journey(filtered: random.pick([nil, .car, .foot]))
        let roads = [Roads.city(seed: seed, blocks: 4), Roads.twoLaps, Roads.figureEight]
        let real = Drive(road: roads[0], noise: 20, seed: seed).fixes()
        for _ in 0..<1500 {
            switch random.next() % 40 {
            case 0: journey.stop()
            case 1:
                let reason = random.pick([RouteReason.requested, .rerouted, .replaced, .unknown])
                try journey.start(random.pick(roads).route(id: "\(random.next())", reason: reason))
            case 2: journey.elapse(to: random.between(-100, 5000))
            case 3...20: journey.drive([random.pick(real)])
            default: journey.drive([wild(&random, near: random.pick(real))])
            }
        }
        expectOrder(journey.events, seed)
    }

    private func wild(_ random: inout SplitMix64, near fix: Fix) -> Fix {
        func number(_ usual: Double, _ random: inout SplitMix64) -> Double {
            random.pick([usual, usual, usual, usual + random.normal(0.001), .nan, -.infinity, 0, -1, 1e300, 180, 90])
        }
        return Fix(
            time: Drive.time(random.between(-100, 4000)),
            position: Coordinate(
                latitudeDegrees: number(fix.position.latitudeDegrees, &random),
                longitudeDegrees: number(fix.position.longitudeDegrees, &random)),
            horizontalAccuracyMeters: number(8, &random), speedMetersPerSecond: number(10, &random),
            courseDegrees: number(90, &random))
    }

    private func expectOrder(_ events: [Event], _ seed: UInt64) {
        var active = false
        for event in events {
            switch event {
            case .navigationStarted: active = true
            case .navigationStopped:
                #expect(active, "seed \(seed)")
                active = false
            case .navigation(let info):
                #expect(active, "seed \(seed)")
                if info.state != .stopped { expectSane(info, seed) }
            case .gps, .control, .command, .heading: break
            }
        }
    }

    private func expectSane(_ info: NavigationInfo, _ seed: UInt64) {
        #expect(info.state == (info.isOffRoute ? .rerouting : .enroute), "seed \(seed)")
        #expect((info.currentStep == nil) == info.isOffRoute, "seed \(seed)")
        #expect((info.rerouting != nil) == info.isOffRoute, "seed \(seed)")
        #expect((info.toManeuver == nil) == info.isOffRoute, "seed \(seed)")
        for remaining in [info.toStopover, info.toDestination] + (info.isOffRoute ? [] : [info.toManeuver]) {
            #expect((remaining?.distanceMeters ?? -1) >= 0 && (remaining?.durationSeconds ?? -1) >= 0, "seed \(seed)")
        }
        if let matched = info.matched {
            #expect(matched.position.isValid && (0..<360).contains(matched.bearingDegrees), "seed \(seed)")
            #expect(matched.distanceFromRouteMeters.isFinite, "seed \(seed)")
        }
    }
}
