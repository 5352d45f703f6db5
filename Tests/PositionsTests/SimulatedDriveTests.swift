import NavigationEvents
import Testing

@testable import Positions

@Suite("Simulated drives")
struct SimulatedDriveTests {
    /// North for a kilometre, then east for another, at 50 km/h by the router.
    static let corner = route(
        [(50, 8), (50.00899, 8), (50.00899, 8.01395)], stepMeters: 1000, stepSeconds: 72)

    @Test func `the same seed yields the same fixes and another seed others`() {
        let settings = SimulatedDrive.Settings(noiseMeters: 5, seed: 7)
        let first = Array(SimulatedDrive(route: Self.corner, settings: settings).fixes())
        #expect(Array(SimulatedDrive(route: Self.corner, settings: settings).fixes()) == first)
        var other = settings
        other.seed = 8
        #expect(Array(SimulatedDrive(route: Self.corner, settings: other).fixes()) != first)
    }

    @Test
    func `the drive ends at rest at the destination and takes about the expected time`()
        throws
    {
        let fixes = Array(SimulatedDrive(route: Self.corner).fixes())
        #expect(fixes.first?.position == Self.corner.geometry.first)
        let last = try #require(fixes.last?.position)
        let end = try #require(Self.corner.geometry.last)
        #expect(abs(last.latitudeDegrees - end.latitudeDegrees) < 1e-6)
        #expect(abs(last.longitudeDegrees - end.longitudeDegrees) < 1e-6)
        #expect(fixes.suffix(3).allSatisfy { $0.speedMetersPerSecond == 0 && $0.courseDegrees == nil })
        #expect((120...190).contains(fixes.count))
    }

    @Test func `the drive slows down for a turn with moderate acceleration and braking`() {
        let fixes = Array(SimulatedDrive(route: Self.corner).fixes())
        let speeds = fixes.compactMap(\.speedMetersPerSecond)
        #expect((13.5...20).contains(speeds.max() ?? 0))
        let middle = speeds[(speeds.count / 3)..<(speeds.count * 2 / 3)]
        #expect((middle.min() ?? 99) < 7.5)
        #expect(zip(speeds, speeds.dropFirst()).allSatisfy { abs($1 - $0) < 2.6 })
        #expect(fixes.compactMap(\.courseDegrees).allSatisfy { abs($0) < 0.1 || abs($0 - 90) < 0.1 })
    }

    @Test func `the noise has the configured deviation and the accuracy reflects it`() {
        let exact = Array(SimulatedDrive(route: Self.corner).fixes())
        let noisy = Array(
            SimulatedDrive(route: Self.corner, settings: .init(noiseMeters: 4, seed: 3)).fixes())
        let errors = zip(exact, noisy).map {
            ($1.position.latitudeDegrees - $0.position.latitudeDegrees) * 111_229
        }
        let deviation = (errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)).squareRoot()
        #expect((3.2...4.8).contains(deviation))
        #expect(noisy.allSatisfy { $0.horizontalAccuracyMeters == 4 * 1.51 })
    }

    @Test(
        arguments: [(1.0, 1.0), (10, 1), (0.2, 1), (1, 2)])
    func `rate and speed are as configured`(hertz: Double, factor: Double) {
        let fixes = Array(
            SimulatedDrive(route: Self.corner, settings: .init(speedFactor: factor, rateHertz: hertz))
                .fixes())
        let period = fixes[1].time.seconds(since: fixes[0].time)
        #expect(abs(period - 1 / hertz) < 1e-9)
        let seconds = fixes.last.map { $0.time.seconds(since: fixes[0].time) } ?? 0
        let expected = 144 / factor
        #expect((expected * 0.8...expected * 1.4 + 10 + 1 / hertz).contains(seconds))
    }

    @Test func `the drive stops at a stopover and continues`() {
        var route = Self.corner
        route.stopovers.insert(Stopover(position: route.geometry[1], geometryIndex: 1), at: 0)
        let speeds = SimulatedDrive(route: route).fixes().compactMap(\.speedMetersPerSecond)
        let middle = speeds[(speeds.count / 3)..<(speeds.count * 2 / 3)]
        #expect((middle.min() ?? 99) < 2)
        #expect(speeds.count < 220)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity]) func `invalid settings are harmless`(value: Double) {
        let settings = SimulatedDrive.Settings(
            speedFactor: value, noiseMeters: value, rateHertz: value, restSeconds: value)
        let fixes = SimulatedDrive(route: Self.corner, settings: settings).fixes().prefix(100)
        #expect(!Array(fixes).isEmpty)
        #expect(Array(fixes).allSatisfy { $0.position.isValid })
    }

    @Test func `a route of one point, across the date line or to the pole is driven to its end`() {
        for line in [
            [(50.0, 8.0), (50, 8)], [(10, 179.999), (10, -179.999)], [(89.999, 0), (90, 0)],
        ] {
            let fixes = Array(
                SimulatedDrive(route: Self.route(line, stepMeters: 0, stepSeconds: 0)).fixes())
            #expect((1..<1000).contains(fixes.count))
            #expect(fixes.allSatisfy { $0.position.isValid })
        }
    }

    @Test func `as a source the drive keeps its pace`() async {
        let pace = InstantClock()
        let told = await CollectedEvents.from(SimulatedDrive(route: Self.corner, pace: .factor(10), clock: pace))
        #expect(told.fixes.count > 100)
        #expect(told.elapsed.isEmpty)
        #expect(pace.waits.allSatisfy { abs($0 - 0.1) < 1e-6 })
        #expect(told.events.last == .ended)
    }

    private static func route(_ line: [(Double, Double)], stepMeters: Double, stepSeconds: Double)
        -> Route
    {
        let geometry = line.map { Coordinate(latitudeDegrees: $0.0, longitudeDegrees: $0.1) }
        let steps = geometry.indices.map { index in
            Step(
                number: index,
                maneuver: index == 0 ? .depart : index + 1 == geometry.count ? .destination : .turnRight,
                geometryIndex: index, distanceFromPreviousMeters: index == 0 ? 0 : stepMeters,
                durationFromPreviousSeconds: index == 0 ? 0 : stepSeconds)
        }
        let total = (stepMeters * Double(line.count - 1), stepSeconds * Double(line.count - 1))
        return Route(
            id: "simulated", provider: "by hand", geometry: geometry,
            legs: [Leg(steps: steps, distanceMeters: total.0, durationSeconds: total.1)],
            stopovers: [
                Stopover(position: geometry[geometry.count - 1], geometryIndex: geometry.count - 1)
            ],
            distanceMeters: total.0, durationSeconds: total.1)
    }
}
