import Guidance
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Absurd routes and fixes")
struct ExtremeRouteTests {
    private static let odd: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, 1e18, -1, 0, -0.0,
        .leastNonzeroMagnitude, 360, 720,
    ]

    @Test(
        arguments: UInt64(1)...60)
    func `a route with random numbers is refused or yields only finite, non-negative numbers`(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        var guidance = GuidanceState(settings: GuidanceSettings(cueTimingFactor: random.pick(Self.odd + [1])))
        for round in 0..<8 {
            do {
                check(try guidance.start(route(&random, round)), seed)
            } catch {
                #expect(!"\(error)".isEmpty)
            }
            for _ in 0..<60 {
                let fix = fix(&random)
                check(guidance.update(fix), seed)
                if random.next() % 4 == 0 { check(guidance.elapse(to: time(&random)), seed) }
            }
        }
    }

    @Test func `a route with 30000 steps at one vertex is followed and one with more steps is refused`() throws {
        var guidance = GuidanceState()
        check(try guidance.start(Self.made(steps: 30_000)), 0)
        for second in 1...30 {
            let place = Coordinate(latitudeDegrees: 50 + Double(second) * 0.0001, longitudeDegrees: 8)
            let time = Timestamp(nanosecondsSinceEpoch: Int64(second) * 1_000_000_000)
            check(guidance.update(Fix(time: time, position: place)), 0)
        }
        check(try guidance.start(Self.made(steps: 30_000, reason: .replaced)), 0)
        #expect(throws: RouteModelError.tooManySteps(count: 30_001, limit: 30_000)) {
            try guidance.start(Self.made(steps: 30_001))
        }
        #expect(guidance.isActive)
    }

    private static func made(steps count: Int, reason: RouteReason = .requested) -> Route {
        let turns = (1..<(count - 1)).map { Step(number: $0, maneuver: .turnLeft, geometryIndex: 1) }
        let steps =
            [Step(number: 0, maneuver: .depart, geometryIndex: 0)] + turns
            + [Step(number: count - 1, maneuver: .destination, geometryIndex: 2)]
        return Route(
            id: "\(count)", provider: "test", reason: reason,
            geometry: (0..<3).map { Coordinate(latitudeDegrees: 50 + Double($0) * 0.002, longitudeDegrees: 8) },
            legs: [Leg(steps: steps, distanceMeters: 444, durationSeconds: 40)],
            stopovers: [Stopover(position: Coordinate(latitudeDegrees: 50.004, longitudeDegrees: 8), geometryIndex: 2)],
            distanceMeters: 444, durationSeconds: 40)
    }

    private func route(_ random: inout SplitMix64, _ round: Int) -> Route {
        func number(_ usual: Double, _ random: inout SplitMix64) -> Double {
            random.next() % 3 == 0 ? random.pick(Self.odd) : usual
        }
        func index(_ usual: Int, _ random: inout SplitMix64) -> Int {
            random.next() % 40 == 0 ? random.pick([-1, .max, .min, 0, 19]) : usual
        }
        let count = 20
        var geometry = (0..<count).map {
            Coordinate(latitudeDegrees: 50 + Double($0 / 2) * 0.001, longitudeDegrees: 8)
        }
        if random.next() % 4 == 0 {
            geometry[5] = Coordinate(
                latitudeDegrees: random.pick([-90, 90]), longitudeDegrees: random.pick([-180, 180]))
        }
        var legs: [Leg] = []
        var stopovers: [Stopover] = []
        let ends = [7, 13, 19]
        var begin = 0
        var step = 0
        for end in ends {
            var steps: [Step] = []
            for vertex in [begin, begin, begin + 2, begin + 2, end] {
                steps.append(
                    Step(
                        number: random.next() % 30 == 0 ? random.pick([.max, .min, 1]) : step,
                        maneuver: vertex == end ? .destination : random.pick(Maneuver.allCases),
                        geometryIndex: index(vertex, &random),
                        roundabout: Roundabout(exitCount: random.pick([nil, 3, .max])),
                        distanceFromPreviousMeters: number(200, &random),
                        durationFromPreviousSeconds: number(20, &random)))
                step += 1
            }
            legs.append(Leg(steps: steps, distanceMeters: number(600, &random), durationSeconds: number(60, &random)))
            stopovers.append(
                Stopover(
                    position: geometry[end], geometryIndex: random.next() % 8 == 0 ? random.pick([0, 19, 7]) : end))
            begin = end
        }
        let limit = SpeedLimit(metersPerSecond: number(13, &random), isExplicit: true)
        return Route(
            id: "\(round)", provider: "test", reason: random.pick([.requested, .rerouted, .replaced]),
            travelMode: random.pick(TravelMode.allCases), geometry: geometry, legs: legs, stopovers: stopovers,
            tunnels: [GeometrySpan(fromIndex: index(3, &random), toIndex: index(6, &random))],
            speedLimits: [
                SpeedLimitSpan(
                    span: GeometrySpan(fromIndex: index(2, &random), toIndex: index(9, &random)), limit: limit)
            ],
            distanceMeters: number(1800, &random), durationSeconds: number(180, &random))
    }

    private func time(_ random: inout SplitMix64) -> Timestamp {
        let usual = Int64(random.between(0, 200) * 1e9)
        return Timestamp(
            nanosecondsSinceEpoch: random.next() % 8 == 0 ? random.pick([.min, .max, -1, 0, .max - 1]) : usual)
    }

    private func fix(_ random: inout SplitMix64) -> Fix {
        func number(_ usual: Double, _ random: inout SplitMix64) -> Double {
            random.next() % 4 == 0 ? random.pick(Self.odd) : usual
        }
        return Fix(
            time: time(&random),
            position: Coordinate(latitudeDegrees: 50 + random.between(0, 0.009), longitudeDegrees: number(8, &random)),
            horizontalAccuracyMeters: number(8, &random), speedMetersPerSecond: number(10, &random),
            courseDegrees: number(0, &random))
    }

    private func check(_ events: [Event], _ seed: UInt64) {
        for case .navigation(let info) in events {
            let remaining = [info.toManeuver, info.toStopover, info.toDestination].compactMap(\.self)
            let numbers =
                remaining.flatMap { [$0.distanceMeters, $0.durationSeconds] }
                + [info.maneuverToNextMeters, info.suggestedZoomMeters, info.cue?.distanceMeters].compactMap(\.self)
                + [info.cue?.validForSeconds, info.matched?.distanceFromRouteMeters].compactMap(\.self)
                + [info.matched?.distanceAlongRouteMeters, info.lookahead?.distanceMeters].compactMap(\.self)
            #expect(numbers.allSatisfy { $0.isFinite && $0 >= 0 }, "seed \(seed): \(numbers)")
            #expect(info.matched?.position.isValid ?? true, "seed \(seed)")
        }
    }
}
