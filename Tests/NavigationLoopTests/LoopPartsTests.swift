import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Recovery of routes")
struct LoopPartsTests {
    @Test func `several large routes are not started again after a restart`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        var route = try ExampleDrive.route()
        route.provider = String(repeating: "x", count: 1_500_000)
        let first = try await LoopParts(plan)
        for number in 1...5 {
            route.id = "route \(number)"
            try await first.loop.start(route)
        }
        let place = await first.bus.cursor()
        await first.bus.close()
        let second = try await LoopParts(plan)
        #expect(second.bus.isContinued)
        #expect(await second.bus.cursor() == place)
        await second.end()
    }

    @Test
    func
        `a route that a full disk kept out of the log is stopped after a restart`()
        async throws
    {
        let route = try ExampleDrive.route()
        var other = route
        (other.id, other.reason) = ("another", .replaced)
        // The inputs in the log, and the missing one.
        let cases: [(kept: [DriveInput], lost: DriveInput, isWarned: Bool)] = [
            ([.begun], .started(route), true), ([], .started(route), true),
            ([.started(route)], .started(other), true), ([.started(route)], .stopped, false),
        ]
        for (kept, lost, isWarned) in cases {
            let folder = try TemporaryFolder()
            let plan = BusProcess.plan(in: folder, pace: nil)
            let first = try await LoopParts(plan)
            for input in kept { try await first.put(input) }
            let log = URL(filePath: folder.path + "/run/journal/drive.log")
            let bytes = try Data(contentsOf: log)
            try await first.put(lost)
            let place = await first.bus.cursor()
            await first.bus.close()
            try bytes.write(to: log)
            let second = try await LoopParts(plan)
            #expect(second.bus.isContinued)
            var status = await second.bus.status()
            #expect(status.sessions.map(\.state) == [.stopped])
            await second.loop.contribute(to: &status)
            #expect(status.sessions.map(\.state) == [.stopped])
            let reports = await second.bus.keptEvents(.onControl, after: 0).compactMap { envelope in
                if case .control(let report) = envelope.event { report.text } else { nil }
            }
            #expect(reports.contains { $0.hasPrefix("the route is lost") } == isWarned)
            #expect(await second.bus.cursor().map { $0.sequence } ?? 0 > place?.sequence ?? 0)
            await second.end()
        }
    }
}

extension LoopParts {
    fileprivate func put(_ input: DriveInput) async throws {
        switch input {
        case .started(let route): try await loop.start(route)
        case .stopped: await loop.stop()
        default:
            await loop.accept(
                Fix(
                    time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
                    position: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8)))
        }
    }
}
