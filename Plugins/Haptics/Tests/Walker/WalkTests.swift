import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Haptics

/// A walker who follows only the pulses arrives.
@Suite("Complete walks by pulses alone")
struct WalkTests {
    /// Routes of several shapes.
    enum Path: String, CaseIterable, Sendable {
        case corners, shallow, hairpin, roundabout, stopovers, winding

        var route: Route {
            switch self {
            case .corners:
                FootPath().straight(70).turn(.turnRight, 90).straight(60).turn(.turnLeft, -90).straight(80)
                    .turn(.turnLeft, -90).straight(50).route
            case .shallow:
                FootPath().straight(80).turn(.turnSlightLeft, -30).straight(90).turn(.turnSlightRight, 35).straight(90)
                    .route
            case .hairpin:
                FootPath().straight(120).turn(.turnSharpRight, 165).straight(110).turn(.turnLeft, -90).straight(60)
                    .route
            case .roundabout:
                FootPath().straight(80).turn(.roundaboutStraightCounterclockwise, 45, exit: 2).arc(-180, radius: 15)
                    .turn(.roundaboutExitCounterclockwise, 45).straight(90).route
            case .stopovers:
                FootPath().straight(90).stopover().straight(60).turn(.turnRight, 90).straight(70).stopover()
                    .turn(.turnLeft, -90).straight(80).route
            case .winding:
                FootPath().straight(40).arc(120, radius: 40).arc(-160, radius: 35).straight(50).route
            }
        }
    }

    /// Within this distance a person would believe to have arrived.
    private static let nearMeters = 25.0

    static let tables = PatternFolder.ofProgram.names

    private func walk(
        _ route: Route, _ table: String = "wristband", _ change: (inout WalkSettings) -> Void = { _ in }
    ) throws -> WalkResult {
        var settings = WalkSettings()
        change(&settings)
        var walk = try Walk(along: route, table: try PatternFolder.ofProgram.table(table), settings: settings)
        return walk.run()
    }

    @Test(arguments: tables, Path.allCases)
    func `every table leads along every route`(table: String, path: Path) throws {
        for seed in UInt64(1)...5 {
            let result = try walk(path.route, table) { $0.seed = seed }
            #expect(result.end == .arrived, "seed \(seed): \(result)")
            #expect(result.detour < 1.5, "seed \(seed): \(result)")
        }
    }

    @Test(arguments: tables) func `every table leads through random streets, with every compass and receiver`(
        table: String
    ) throws {
        var generator = SplitMix64.announced(for: "walks through grids")
        for reception in SimulatedReceiver.Reception.allCases {
            for compass in SimulatedCompass.Quality.allCases {
                let route = FootPath.grid(&generator, blocks: 6).route
                let seed = UInt64.random(in: 0..<1000, using: &generator)
                let result = try walk(route, table) { ($0.reception, $0.compass, $0.seed) = (reception, compass, seed) }
                #expect(result.end == .arrived, "\(reception), \(compass), seed \(seed): \(result)")
            }
        }
    }

    @Test(arguments: tables) func `pointers and turns together lead to the destination`(table: String) throws {
        for path in Path.allCases {
            let result = try walk(path.route, table) { $0.mode = .both }
            #expect(result.end == .arrived, "\(path): \(result)")
        }
    }

    @Test(arguments: tables) func `a walker on streets arrives by turns alone if turns are far apart`(table: String)
        throws
    {
        for seed in UInt64(1)...5 {
            let result = try walk(Path.corners.route, table) { ($0.mode, $0.seed) = (.turns, seed) }
            #expect(result.end == .arrived, "seed \(seed): \(result)")
        }
    }

    // On streets half of them arrive, because streets lead somewhere without any pulse.
    @Test(arguments: [HapticsSettings.ModeChoice.compass, .both])
    func `with the device off, walkers hardly get near the destination`(mode: HapticsSettings.ModeChoice) throws {
        var (walks, near) = (0, [String]())
        for path in Path.allCases {
            for seed in UInt64(1)...3 {
                let result = try walk(path.route) { ($0.mode, $0.isDeviceOn, $0.seed) = (mode, false, seed) }
                #expect(result.end == .lost && result.felt == 0, "\(path), seed \(seed): \(result)")
                walks += 1
                if result.nearestMeters < Self.nearMeters { near.append("\(path), seed \(seed): \(result)") }
            }
        }
        #expect(near.count * 4 <= walks, "\(near.count) of \(walks): \(near)")
    }

    @Test func `the same seed gives the same walk, another seed another`() throws {
        let one = try walk(Path.corners.route)
        #expect(try walk(Path.corners.route) == one)
        #expect(try walk(Path.corners.route) { $0.seed = 2 } != one)
    }

    @Test func `swapped left and right lead no walker to the destination`() throws {
        var exchanged = PatternTable.wristband
        exchanged.patterns[.steerLeft] = PatternTable.wristband.pulses(.steerRight)
        exchanged.patterns[.steerRight] = PatternTable.wristband.pulses(.steerLeft)
        var settings = WalkSettings()
        settings.haptics = HapticsSettings()
        var walk = try Walk(along: Path.corners.route, table: exchanged, learned: .wristband, settings: settings)
        #expect(walk.run().end != .arrived)
    }
}
