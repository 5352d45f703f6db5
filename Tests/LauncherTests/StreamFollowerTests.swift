import EventBus
import Glibc
import NavigationEvents
import Supervisor
import Synchronization
import TestSupport
import Testing

@testable import Launcher

/// The events that the launcher shows.
@Suite(.timeLimit(.minutes(1))) struct StreamFollowerTests {
    /// A slow screen.
    private final class SlowScreen: RunScreen {
        private let shown = Mutex(0)
        var count: Int { shown.withLock { $0 } }

        func show(_ events: [Event]) {
            usleep(5000)
            shown.withLock { $0 += events.count }
        }
        func began(_ endpoints: String, controls: [String]) {}
        func show(_ output: ControlOutput) {}
        func show(_ status: ControlStatus) {}
        func warn(_ text: String) {}
        func note(_ text: String) {}
        func flush() async {}
    }

    @Test func `events that are faster than the screen do not delay the end`() async throws {
        let folder = try TemporaryFolder()
        let endpoints = BusEndpoints(folder: RunFolder(path: "\(folder.path)/run"))
        let bus = try BusServer(endpoints: endpoints)
        let screen = SlowScreen()
        let follower = StreamFollower(endpoint: endpoints.requests, session: .main, screen: screen) { _ in }
        follower.start()
        while !follower.isFollowing { try await Task.sleep(for: .milliseconds(5)) }
        let flood = Task {
            let fix = Fix(
                time: Timestamp(nanosecondsSinceEpoch: 0),
                position: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8))
            while !Task.isCancelled {
                for _ in 0..<10 { await bus.publish(.gps(fix)) }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        while screen.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
        await follower.catchUp()
        #expect(!flood.isCancelled)
        flood.cancel()
        follower.close()
        await bus.close()
    }
}
