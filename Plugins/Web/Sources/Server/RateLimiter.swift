/// Limits the rate of states: a change is sent at once, but at most ten times a second.
///
/// Times are arguments, in seconds of the monotonic clock.
struct RateLimiter: Hashable, Sendable {
    /// The minimum average time between two states.
    static let minSeconds = 0.1
    /// The time by which a state may be sent earlier, since ten changes a second are not exactly periodic.
    static let slackSeconds = 0.02

    private var earliest = -Double.infinity
    private var due: Double?

    /// The time of the next state; `nil` without a change.
    var next: Double? { due.map { max($0, earliest) } }

    /// Notes a change that must be visible within `seconds`.
    mutating func changed(at now: Double, seenWithin seconds: Double = 0) {
        due = min(due ?? .infinity, now + seconds)
    }

    /// Whether a state is due; if so, the change counts as sent.
    mutating func take(at now: Double) -> Bool {
        guard let next, next <= now else { return false }
        due = nil
        earliest = max(earliest, now - Self.slackSeconds) + Self.minSeconds
        return true
    }
}
