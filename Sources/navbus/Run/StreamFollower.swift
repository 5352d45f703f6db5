import Dispatch
import EventBus
import Glibc
import NavigationEvents
import Synchronization

/// Follows what the bus publishes, for the screen; on a thread of its own.
final class StreamFollower: Sendable {
    /// The name under which the launcher is known on its own bus.
    static let name = "navbus-run"

    /// How long is shown what came while all was fetched.
    private static let catchUpPatience = Duration.milliseconds(500)

    private struct State {
        var wakeup: BusWakeUp?
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let endpoint: String
    private let session: Session
    private let screen: any RunScreen
    private let onReport: @Sendable (ControlReport) -> Void
    private let state = Mutex(State())

    /// - Parameter onReport: hears what controls, and the bus itself, report; from the follower's thread.
    init(
        endpoint: String, session: Session, screen: any RunScreen, onReport: @escaping @Sendable (ControlReport) -> Void
    ) {
        self.endpoint = endpoint
        self.session = session
        self.screen = screen
        self.onReport = onReport
    }

    /// Begins to follow as soon as there is a bus.
    func start() {
        DispatchQueue(label: "navbus.follower").async { [self] in serve() }
    }

    /// Whether it has found the bus: what is published from now on will be shown.
    var isFollowing: Bool { state.withLock { $0.wakeup != nil } }

    /// Returns when everything that was published so far has been shown, if the bus answers.
    func catchUp() async {
        await withCheckedContinuation { continuation in
            let wakeup: BusWakeUp? = state.withLock { state in
                guard !state.isClosed, state.wakeup != nil else {
                    continuation.resume()
                    return nil
                }
                state.waiting.append(continuation)
                return state.wakeup
            }
            wakeup?.wake()
        }
    }

    /// Ends.
    func close() {
        let wakeup = state.withLock { state in
            state.isClosed = true
            return state.wakeup
        }
        wakeup?.wake()
    }

    private func serve() {
        while !isClosed {
            do throws(BusError) {
                try follow()
            } catch {
                // Whoever asks from now on has nothing to wait for.
                state.withLock { $0.wakeup = nil }
                settleWaiting()
                guard !isClosed else { break }
                screen.warn("failed to \(error); the events are followed anew")
                usleep(100_000)
            }
        }
        state.withLock { $0.wakeup = nil }
        settleWaiting()
    }

    private func follow() throws(BusError) {
        let client = try BusClient(requests: endpoint)
        guard try join(client) else { return }
        state.withLock { $0.wakeup = client.wakeup }
        while !isClosed {
            if let delivery = try client.next(timeout: .seconds(1)) { take(delivery) }
            if state.withLock({ !$0.waiting.isEmpty }) {
                try client.catchUp()
                // In a flood there is no end to what has been published meanwhile.
                let deadline = ContinuousClock.now + Self.catchUpPatience
                while ContinuousClock.now < deadline, let delivery = try client.next(timeout: .zero) { take(delivery) }
                settleWaiting()
            }
        }
    }

    /// - Returns: `false` if there was no bus until the end.
    private func join(_ client: BusClient) throws(BusError) -> Bool {
        let hello = Hello(control: Self.name, session: session, topics: Topic.allCases, processID: getpid())
        while !isClosed {
            do throws(BusError) {
                try client.join(hello, timeout: .milliseconds(500))
                return true
            } catch .noAnswer {
                continue
            }
        }
        return false
    }

    private func take(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope):
            if case .control(let report) = envelope.event { onReport(report) }
            screen.show([envelope.event])
        case .resynchronized(let missed):
            screen.warn("\(missed) events were lost on their way to this screen; going on with the present state")
        case .restarted: break
        }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func settleWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
