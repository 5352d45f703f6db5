/// When the next state is to be sent: at once after a change, but not more often than a person can see.
///
/// Time is an argument, in seconds of a clock that is never set.
struct Pace: Hashable, Sendable {
    /// Between two states, on average.
    static let leastSeconds = 0.1
    /// So much earlier than that a state may be sent, since ten changes a second do not come like clockwork.
    static let slackSeconds = 0.02

    private var earliest = -Double.infinity
    private var due: Double?

    /// When the next state is to be sent; `nil` if nothing has changed.
    var next: Double? { due.map { max($0, earliest) } }

    /// Takes note of a change that is to be seen within so many seconds.
    mutating func changed(at now: Double, seenWithin seconds: Double = 0) {
        due = min(due ?? .infinity, now + seconds)
    }

    /// Whether it is time; if so, the change counts as sent.
    mutating func take(at now: Double) -> Bool {
        guard let next, next <= now else { return false }
        due = nil
        earliest = max(earliest, now - Self.slackSeconds) + Self.leastSeconds
        return true
    }
}
