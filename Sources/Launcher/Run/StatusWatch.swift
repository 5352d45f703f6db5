import NavigationEvents
import Synchronization

/// Decides whether the launcher has to request the status of the bus, or can rely on the one that the bus sends by itself. The caller
/// passes the time.
final class StatusWatch: Sendable {
    /// The consequence of a look at the inbox.
    enum Verdict {
        /// Nothing has changed.
        case unchanged
        /// The status needs no attention; with `isDue` it is passed on nevertheless, as a sign of life.
        case calm(BusStatus, isDue: Bool)
        /// The status has to be requested.
        case attention
    }

    /// Seconds without a status of the bus after which it is requested.
    private static let maxAgeSeconds = 2.5
    private static let passIntervalSeconds = 10.0

    private let passIntervalSeconds: Double
    private let times = Mutex((received: -Double.infinity, passed: -Double.infinity))

    /// - Parameter watchdogSeconds: See ``ServiceManager/watchdogSeconds``.
    init(watchdogSeconds: Double?) {
        passIntervalSeconds = min(Self.passIntervalSeconds, watchdogSeconds.map { $0 / 4 } ?? .infinity)
    }

    /// Decides about the newest status.
    ///
    /// - Parameters:
    ///   - status: The status that has come; `nil` if none has.
    ///   - isCalm: Whether it needs no attention.
    ///   - now: The present time in seconds, of a monotonic clock.
    func verdict(on status: BusStatus?, isCalm: Bool, atSeconds now: Double) -> Verdict {
        times.withLock { times in
            guard let status else { return now - times.received > Self.maxAgeSeconds ? .attention : .unchanged }
            guard isCalm else { return .attention }
            times.received = now
            let isDue = now - times.passed >= passIntervalSeconds
            if isDue { times.passed = now }
            return .calm(status, isDue: isDue)
        }
    }
}
