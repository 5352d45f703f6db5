import TestSupport
import Dispatch
import NavigationEvents
import Synchronization
import Testing

@testable import EventBus

/// A subscriber on a thread of its own that collects its deliveries until the event with a certain tick.
struct Listener: Sendable {
    private let task: Task<Outcome, any Error>
    private let hasJoined: OneShotEvent
    private let mayRead = OneShotEvent()

    struct Outcome: Sendable {
        var deliveries: [Delivery]
        var counters: BusClient.Counters

        var envelopes: [Envelope] { deliveries.compactMap(\.envelope) }
        var ticks: [UInt64] { envelopes.map(\.tick) }
    }

    /// Joins at once. A `stopped` listener reads nothing before ``resume()``.
    init(
        _ bus: TestBus, _ topics: [Topic] = Topic.allCases, session: Session = .main, untilTick tick: UInt64,
        highWater: Int = 8000, stopped: Bool = false
    ) {
        let hasJoined = OneShotEvent()
        self.hasJoined = hasJoined
        if !stopped { mayRead.open() }
        task = Task { [mayRead] in
            try await onThread {
                defer { hasJoined.open() }
                let client = try bus.subscriber(topics, session: session, receiveHighWater: highWater)
                hasJoined.open()
                mayRead.waitBlocking()
                let deliveries = try client.deliveries(untilTick: tick)
                return Outcome(deliveries: deliveries, counters: client.counters)
            }
        }
    }

    /// Waits until it receives every later event.
    func joined() async { await hasJoined.wait() }

    func resume() { mayRead.open() }

    /// The deliveries.
    var outcome: Outcome {
        get async throws { try await task.value }
    }
}

/// An event that happens once, for which others wait.
final class OneShotEvent: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for resume in waiting { resume() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func wait() async {
        await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
    }

    func waitBlocking() {
        let semaphore = DispatchSemaphore(value: 0)
        whenOpen { semaphore.signal() }
        semaphore.wait()
    }

    private func whenOpen(_ resume: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.waiting.append(resume) }
            return state.isOpen
        }
        if isOpen { resume() }
    }
}
