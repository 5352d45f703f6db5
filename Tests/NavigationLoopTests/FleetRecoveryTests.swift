import EventBus
import Foundation
import Journal
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Recovery of a fleet")
struct FleetRecoveryTests {
    private let folder: TemporaryFolder
    private let plan: LoopPlan
    private let van: Session
    private let route: Route
    private let fix = Fix(
        time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
        position: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8))

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

    @Test func `the memory use of recovered drives is reported to the bus`()
        async throws
    {
        let first = try await begin()
        try await first.loop.start(route)
        await first.bus.close()
        let second = try await LoopParts(plan)
        await second.fleet.resume()
        for loop in [second.loop, try #require(await second.fleet.loop(of: van))] {
            let held = await loop.heldBytes
            #expect(held > 0)
            #expect(await loop.reportedGuidanceBytes == held)
        }
        await second.end()
    }

    @Test func `a lost route of an opened session is counted separately from the bus's own`()
        async throws
    {
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

    @Test func `a second bus with the same journal folder changes nothing in it`() async throws {
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

    @Test func `neither a status request nor the end of the bus recovers a drive`() async throws {
        let first = try await begin()
        await first.fleet.loop(of: van)?.accept(fix)
        await first.bus.close()
        // As at the start of a bus, before its drives are recovered.
        let second = try await Self.unresumed(plan)
        let states = await second.fleet.states(SessionQuery())
        #expect(states.map(\.session) == [.main, van] && states.map(\.state) == [.stopped, .enroute])
        let loop = try #require(await second.fleet.loop(of: van))
        #expect(await loop.mayResume)
        await second.fleet.end()
        #expect(await loop.status.fixesAccepted == 0, "no input was replayed")
        #expect(await second.bus.keptEvents(.onNavigationStopped, session: van).count == 1)
        await second.bus.removeJournal()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/run/journal") == ["lock"])
        await second.bus.close()
    }

    /// A bus and its fleet without background tasks.
    private static func unresumed(_ plan: LoopPlan) async throws -> (bus: BusServer, fleet: Fleet) {
        var journal = plan.journal
        journal.resumeKey = plan.resumeKey
        let bus = try BusServer(endpoints: plan.endpoints, sessions: [plan.session], journal: journal, isHeldBack: true)
        let own = GuidanceLoop(bus: bus, plan: plan, timer: SilenceTimer(bus: bus))
        let fleet = Fleet(bus: bus, plan: plan, own: own)
        await fleet.recover()
        return (bus, fleet)
    }

    @Test func `an ending bus refuses requests that would leave data behind`() async throws {
        let parts = try await begin()
        let loop = try #require(await parts.fleet.loop(of: van))
        await parts.fleet.end()
        let late = await #expect(throws: RequestError.self) { try await loop.start(route) }
        #expect(late?.text.contains("van") == true)
        let another = try #require(Session("another"))
        await #expect(throws: RequestError.self) { try await parts.fleet.open(another) }
        await parts.bus.removeJournal()
        await #expect(throws: RequestError.self) { try await parts.bus.open(another) }
        let started = await parts.bus.keptEvents(.onNavigationStarted, session: van)
        let stopped = await parts.bus.keptEvents(.onNavigationStopped, session: van)
        #expect(started.count == 1 && stopped.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/run/journal") == ["lock"])
        await parts.bus.close()
    }

    @Test func `the counters of closed sessions are kept`() async throws {
        let parts = try await begin()
        let loop = try #require(await parts.fleet.loop(of: van))
        for _ in 0..<3 { await loop.accept(fix) }
        let before = await status(of: parts)
        #expect(before.counters["rejected_fixes"] == 2 && before.gauges["drive_log_bytes"] ?? 0 > 1000)
        try await parts.fleet.close(van)
        let after = await status(of: parts)
        #expect(after.counters["rejected_fixes"] == 2 && after.gauges["drive_log_bytes"] ?? 0 < 1000)
        await parts.end()
    }
}

extension GuidanceLoop {
    fileprivate var heldBytes: Int { drive.state.heldBytes }
}
