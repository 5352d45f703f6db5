import Guidance
import NavigationEvents
import Testing

@testable import NavigationLoop

@Suite("Wrong positions and clocks")
struct WrongFixTests {
    /// Wrong fixes of a faulty receiver.
    enum WrongFix: String, CaseIterable {
        case jump, otherReceiver, notANumber, timeBack, frozen, nullIsland, hourBack

        func spoiled(_ fix: Fix, after last: Fix) -> Fix {
            var lie = fix
            switch self {
            case .jump: lie.position.latitudeDegrees += 0.045
            case .otherReceiver: lie.position.longitudeDegrees += 0.02
            case .notANumber: lie.position.latitudeDegrees = .nan
            case .timeBack: lie.time.nanosecondsSinceEpoch -= 10_000_000_000
            case .frozen: lie.position = last.position
            case .nullIsland: lie.position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
            case .hourBack: lie.time.nanosecondsSinceEpoch -= 3_600_000_000_000
            }
            return lie
        }
    }

    private static func fixes() async throws -> [Fix] {
        try await ExampleDrive.inputs().compactMap {
            if case .fix(let fix) = $0, fix.time.nanosecondsSinceEpoch % 1_000_000_000 == 0 { fix } else { nil }
        }
    }

    private static func infos(_ fixes: [Fix]) async throws -> [NavigationInfo?] {
        var state = DriveState(settings: GuidanceSettings())
        _ = try state.process(.started(try ExampleDrive.route()))
        var infos: [NavigationInfo?] = []
        for (index, fix) in fixes.enumerated() {
            if index % 20 == 0 { await Task.yield() }
            let told = try state.process(.fix(fix)).compactMap { ticked in
                if case .navigation(let info) = ticked.event { info } else { nil }
            }
            infos.append(told.last)
        }
        return infos
    }

    /// Seconds: an hour, ten years, beyond the year 2038, and a rollover of the GPS weeks.
    private static let shifts: [Int64] = [3600, -3600, 315_569_520, 369_600_000, -619_315_200, 619_315_200]

    @Test(arguments: WrongFix.allCases) func `two wrong fixes announce nothing and three good ones restore guidance`(
        lie: WrongFix
    ) async throws {
        let fixes = try await Self.fixes()
        let truth = try await Self.infos(fixes)
        let said = Set(truth.compactMap { $0?.cue?.reference })
        for place in stride(from: 40, to: fixes.count - 60, by: 131) {
            var spoiled = fixes
            for index in place..<place + 2 { spoiled[index] = lie.spoiled(fixes[index], after: fixes[place - 1]) }
            let infos = try await Self.infos(spoiled)
            #expect(said.isSuperset(of: infos.compactMap { $0?.cue?.reference }), "\(lie) at \(place)")
            for index in place..<place + 2 {
                let new = infos[index]?.cue.map { cue in
                    !truth[..<(index + 3)].contains { $0?.cue?.reference == cue.reference }
                }
                #expect(new != true, "\(lie) at \(place) announced something")
            }
            let (one, other) = (infos[place + 4], truth[place + 4])
            #expect(one?.isOffRoute == other?.isOffRoute, "\(lie) at \(place)")
            let apart = (one?.matched?.distanceAlongRouteMeters ?? 0) - (other?.matched?.distanceAlongRouteMeters ?? 0)
            #expect(abs(apart) < 20, "\(lie) at \(place)")
        }
    }

    @Test(
        arguments: shifts)
    func
        `a change of the clock during a drive affects at most three fixes and repeats nothing`(
            seconds: Int64
        ) async throws
    {
        let fixes = try await Self.fixes()
        let truth = try await Self.infos(fixes)
        for place in stride(from: 40, to: fixes.count - 60, by: 131) {
            var shifted = fixes
            for index in place..<fixes.count { shifted[index].time.nanosecondsSinceEpoch += seconds * 1_000_000_000 }
            let infos = try await Self.infos(shifted)
            let apart =
                (infos[place + 3]?.matched?.distanceAlongRouteMeters ?? 0)
                - (truth[place + 3]?.matched?.distanceAlongRouteMeters ?? 0)
            #expect(abs(apart) < 20, "\(seconds) s at \(place)")
            #expect(infos.compactMap { $0 }.last?.isDestinationReached == true)
            // A cue stays in the events for a while: a repeated one reappears after it was gone.
            var runs: [CueReference: Int] = [:]
            for (one, next) in zip([nil] + infos, infos)
            where next?.cue != nil && one?.cue?.reference != next?.cue?.reference {
                if let reference = next?.cue?.reference { runs[reference, default: 0] += 1 }
            }
            #expect(runs.values.allSatisfy { $0 == 1 }, "\(seconds) s at \(place)")
        }
    }

    @Test(arguments: [1.0, 5, 10]) func `while a fast receiver has no position guidance advances once a second`(
        hertz: Double
    ) async throws {
        let fixes = try await Self.fixes()
        var state = DriveState(settings: GuidanceSettings())
        _ = try state.process(.started(try ExampleDrive.route()))
        for fix in fixes[..<60] { _ = try state.process(.fix(fix)) }
        let seconds = 20
        var moments = 0
        for count in 1...(seconds * Int(hertz)) {
            var nowhere = fixes[59]
            nowhere.time.nanosecondsSinceEpoch += Int64(Double(count) / hertz * 1e9)
            nowhere.position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
            nowhere.smoothedPosition = nowhere.position
            moments += try state.process(.fix(nowhere)).count { if case .navigation = $0.event { true } else { false } }
        }
        // The first second is not a gap yet.
        #expect((seconds - 1...seconds).contains(moments), "\(moments) moments of guidance in \(seconds) s")
    }
}
