import Dispatch
import EventBus
import Glibc
import NavigationEvents
import Synchronization

/// Subscribes to the bus and shows its events on the screen, on a thread of its own.
package final class StreamFollower: Sendable {
    /// The name of the launcher on its own bus.
    package static let name = "navbus-run"

    /// How long ``catchUp()`` shows events that were published in the meantime.
    private static let catchUpTimeout = Duration.milliseconds(500)
    /// A time in which a bus, with its heartbeat each second, sends something.
    static let silence = Duration.milliseconds(1200)

    private struct State {
        var wakeup: BusWakeUp?
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let endpoint: String
    private let session: Session
    private let screen: any RunScreen
    private let onReport: @Sendable (ControlReport) -> Void
    private let onWork: @Sendable (_ isSilent: Bool) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - endpoint: The request endpoint of the bus.
    ///   - session: The session to follow.
    ///   - screen: Shows the events.
    ///   - onReport: Called on the thread of the follower with each report of a control or of the bus.
    ///   - onWork: Called on the thread of the follower after each message, so about once a second, with `false`; and with `true` if
    ///     there is no bus, or nothing has come from it for longer.
    init(
        endpoint: String, session: Session, screen: any RunScreen,
        onReport: @escaping @Sendable (ControlReport) -> Void, onWork: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        self.endpoint = endpoint
        self.session = session
        self.screen = screen
        self.onReport = onReport
        self.onWork = onWork
    }

    /// Subscribes as soon as the bus answers.
    func start() {
        DispatchQueue(label: "navbus.follower").async { [self] in serve() }
    }

    /// Whether it has subscribed: every event from now on will be shown.
    var isFollowing: Bool { state.withLock { $0.wakeup != nil } }

    /// Returns when all events so far are shown, or when the bus does not answer.
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

    /// Stops following the bus.
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
                // There is nothing to catch up with until the next subscription.
                state.withLock { $0.wakeup = nil }
                settleWaiting()
                onWork(true)
                guard !isClosed else { break }
                screen.warn("failed to \(error); the screen subscribes to the events again")
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
        client.returnsAfterHeartbeats = true
        while !isClosed {
            let waitedSince = ContinuousClock.now
            if let delivery = try client.next(timeout: Self.silence) { handle(delivery) }
            onWork(waitedSince.duration(to: .now) >= Self.silence)
            if state.withLock({ !$0.waiting.isEmpty }) {
                try client.catchUp()
                // With many events there would be no end, so the time is limited.
                let deadline = ContinuousClock.now + Self.catchUpTimeout
                while ContinuousClock.now < deadline, let delivery = try client.next(timeout: .zero) {
                    handle(delivery)
                }
                settleWaiting()
            }
        }
    }

    /// - Returns: `false` if it was closed before a bus answered.
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

    private func handle(_ delivery: Delivery) {
        switch delivery {
        case .event(let envelope):
            if case .control(let report) = envelope.event { onReport(report) }
            screen.show([envelope.event])
        case .resynchronized(let missed):
            screen.warn("\(missed) events were lost on their way to this screen; it continues with the present state")
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
