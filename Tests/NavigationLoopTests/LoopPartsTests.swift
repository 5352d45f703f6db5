import EventBus
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("The parts of a bus")
struct LoopPartsTests {
    @Test("Routes that are many and large are not started again by a successor")
    func largeRoutes() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        var route = try ExampleDrive.route()
        route.provider = String(repeating: "x", count: 1_500_000)
        let first = try await LoopParts(plan)
        for number in 1...5 {
            route.id = "route \(number)"
            try await first.loop.start(route)
        }
        let place = await first.bus.place()
        await first.bus.close()
        let second = try await LoopParts(plan)
        #expect(second.bus.isContinued)
        #expect(await second.bus.place() == place)
        await second.end()
    }
}
