import EventBus
import Platform
import ZeroMQ

/// Checks whether positions are overdue: one timer for all sessions of a bus.
///
/// It visits only sessions that are navigating, or that read a receiver, and only until their silence has lasted so long
/// that nothing changes any more. It runs when the first of them is due, at most twice a second, and does not wake the thread
/// while positions come each second. A visit without an effect takes about 0.3 µs, so that 10,000 guided sessions cost half a percent
/// of a core; one with an effect costs as much as a position.
actor SilenceTimer {
    private static let minPauseSeconds = 0.5
    private static let maxPauseSeconds = 2.0
    /// A visit may come so much earlier, together with other work.
    private static let earlySeconds = 0.6
    private static let maxVisitsAtOnce = 256

    private let bus: BusServer
    private var loops: [GuidanceLoop] = []
    /// The loops that the present round has not visited yet, the next one last.
    private var unvisited: [GuidanceLoop] = []
    /// When the first loop is due.
    private var dueAt = Double.infinity
    private var timer: LoopTimer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    init(bus: BusServer) { self.bus = bus }

    /// Visits the loop from now on, until it needs no visit.
    ///
    /// - Parameter dueAt: When it is due, seconds of the monotonic clock.
    func add(_ loop: GuidanceLoop, dueAt: Double) {
        loops.append(loop)
        let isEarlier = dueAt < self.dueAt
        self.dueAt = min(self.dueAt, dueAt)
        if unvisited.isEmpty, isEarlier { schedule(now: MonotonicInstant.now.seconds) }
    }

    private func visit() {
        let now = MonotonicInstant.now.seconds
        if unvisited.isEmpty {
            unvisited = loops.reversed()
            (loops, dueAt) = ([], .infinity)
        }
        for loop in unvisited.suffix(Self.maxVisitsAtOnce).reversed() {
            guard let due = loop.assumeIsolated({ $0.passTime(now: now) }) else { continue }
            loops.append(loop)
            dueAt = min(dueAt, due)
        }
        unvisited.removeLast(min(Self.maxVisitsAtOnce, unvisited.count))
        // Other work of the bus is done in between.
        if unvisited.isEmpty { schedule(now: now) } else { timer?.call(afterMilliseconds: 0) }
    }

    private func schedule(now: Double) {
        guard !loops.isEmpty else { return }
        let timer = timer ?? bus.executor.makeTimer { [weak self] in self?.assumeIsolated { $0.visit() } }
        self.timer = timer
        let pause = min(max(dueAt - now, Self.minPauseSeconds), Self.maxPauseSeconds)
        timer.call(
            afterMilliseconds: Int((pause * 1000).rounded(.up)),
            orWithOtherWorkAfterMilliseconds: Int(max(pause - Self.earlySeconds, Self.minPauseSeconds) * 1000))
    }
}
