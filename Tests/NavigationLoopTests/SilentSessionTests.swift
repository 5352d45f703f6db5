import EventBus
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Sessions whose positions stop")
struct SilentSessionTests {
    @Test func `only sessions that navigate are visited, and none after its end`() async throws {
        let folder = try TemporaryFolder()
        let parts = try await LoopParts(BusProcess.plan(in: folder, pace: nil))
        let positions = try await FleetDrive.positions()
        let names = ["idle", "parked", "driving"]
        for session in names.compactMap({ Session($0) }) { try await parts.fleet.open(session) }
        func loop(_ name: String) async throws -> GuidanceLoop {
            let session = try #require(Session(name))
            return try #require(await parts.fleet.loop(of: session))
        }
        let (idle, parked, driving) = (try await loop("idle"), try await loop("parked"), try await loop("driving"))
        await parked.accept(positions[0])
        #expect(await !parked.isVisited, "it has no route")
        try await driving.start(try ExampleDrive.route())
        #expect(await !driving.isVisited, "nothing is overdue before the first position")
        await driving.accept(positions[0])
        #expect(await driving.isVisited)
        #expect(await !idle.isVisited)
        let now = MonotonicInstant.now.seconds
        #expect(await driving.passTime(now: now) != nil)
        await driving.stop()
        #expect(await driving.passTime(now: now + 5) == nil)
        #expect(await !driving.isVisited)
        await parts.end()
    }

    @Test(arguments: ["main", "rider"])
    func `positions by request that stop are estimated, also by the next bus, until they are back`(
        name: String
    ) async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let positions = Array(try await FleetDrive.positions().prefix(600))
        let route = try ExampleDrive.route()
        try await onThread {
            var bus = try BusProcess(plan)
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            let session = try #require(Session(name))
            if session != .main { try gateway.ask(.openSession(session)) }
            try gateway.ask(.start(session, route))
            var follower = try Follower(plan, session)
            for position in positions.prefix(300) { try gateway.ask(.position(session, position)) }
            let heard = try follower.hear { $0.event.reportText != nil }
            #expect(heard.contains { $0.event.positionStatus == .estimated })
            #expect(heard.last?.event.reportText == "the source of positions has been silent for 3 s")
            bus.kill()
            bus = try BusProcess(plan, begin: true)
            let later = try follower.hear { $0.event.positionStatus == .estimated }
            #expect(later.allSatisfy { $0.event.reportText == nil }, "the silence was reported before")
            try gateway.ask(.position(session, positions[310]))
            let back = try follower.hear { $0.event.reportText != nil }
            #expect(back.last?.event.reportText == "the source of positions is back")
            #expect(back.last { $0.event.positionStatus != nil }?.event.positionStatus == .reliable)
            bus.kill()
        }
    }
}
