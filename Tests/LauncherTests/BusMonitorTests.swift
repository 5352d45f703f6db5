import NavigationEvents
import TestSupport
import Testing

@testable import Launcher

/// The polls of the bus by the launcher.
@Suite(.timeLimit(.minutes(1))) struct BusMonitorTests {
    @Test func `a request without an answer counts as silence`() async throws {
        let folder = try TemporaryFolder()
        let monitor = BusMonitor(endpoint: "ipc://\(folder.path)/requests", pollIntervalSeconds: 0.01)
        defer { monitor.close() }
        let asking = Task { try await monitor.request(.stop(.main), timeout: .seconds(2)) }
        monitor.start()
        var longest = 0.0
        for await look in monitor.pollResults {
            if case .silent(let seconds) = look { longest = max(longest, seconds) }
            if longest >= 2 { break }
        }
        #expect(longest >= 2)
        await #expect(throws: (any Error).self) { _ = try await asking.value }
    }
}
