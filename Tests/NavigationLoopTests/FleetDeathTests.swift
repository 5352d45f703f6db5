import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("What a fleet leaves behind, and who finds it")
struct FleetDeathTests {
    private let folder: TemporaryFolder
    private let plan: LoopPlan
    private let van: Session
    private let route: Route

    init() throws {
        folder = try TemporaryFolder()
        plan = BusProcess.plan(in: folder, pace: nil)
        van = try #require(Session("van"))
        route = try ExampleDrive.route()
    }

    /// A bus on which the van follows a route.
    private func begin() async throws -> LoopParts {
        let parts = try await LoopParts(plan)
        try await parts.fleet.open(van)
        try await parts.fleet.loop(of: van)?.start(route)
        return parts
    }

    private func status(of parts: LoopParts) async -> BusStatus {
        await parts.fleet.resume()
        var status = await parts.bus.status()
        await parts.fleet.contribute(to: &status)
        return status
    }

    @Test("What the guidance of drives takes that are put together again is not thought to be anybody's message")
    func weighed() async throws {
        let first = try await begin()
        try await first.loop.start(route)
        await first.bus.close()
        let second = try await LoopParts(plan)
        await second.fleet.resume()
        for loop in [second.loop, try #require(await second.fleet.loop(of: van))] {
            let held = await loop.heldBytes
            #expect(held > 0)
            #expect(await loop.weighedBytes == held)
        }
        await second.end()
    }

    @Test("The route of another session that is lost is not counted as one that the launcher has to give again")
    func lostRoute() async throws {
        let first = try await begin()
        await first.bus.close()
        let log = folder.path + "/run/journal/drive-van.log"
        try FileHandle(forWritingTo: URL(filePath: log)).truncate(atOffset: 24)
        let second = try await LoopParts(plan)
        let status = await status(of: second)
        #expect(status.counters["lost_routes"] == 0)
        #expect(status.counters["lost_session_routes"] == 1)
        await second.end()
    }

    @Test("A second bus with the folder of a first one touches nothing there")
    func sameFolder() async throws {
        let first = try await begin()
        try await first.loop.start(route)
        var other = plan
        other.endpoints = BusEndpoints(folder: RunFolder(path: folder.path + "/other"))
        let second = try await LoopParts(other)
        #expect(second.bus.journalFolder == nil && second.bus.journalWarnings.count == 1)
        try await second.fleet.open(van)
        try await second.fleet.loop(of: van)?.start(route)
        await second.end()
        await first.bus.close()
        let third = try await LoopParts(plan)
        let status = await status(of: third)
        #expect(status.counters["lost_routes"] == 0 && status.counters["lost_session_routes"] == 0)
        #expect(status.gauges["navigating_sessions"] == 2)
        await third.end()
    }
}

extension GuidanceLoop {
    fileprivate var heldBytes: Int { drive.state.heldBytes }
}
