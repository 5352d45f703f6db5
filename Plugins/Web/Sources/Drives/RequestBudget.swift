/// Limits how many operations the page may request: some at once, and then a steady rate. Times are arguments, in
/// seconds of the monotonic clock.
struct RequestBudget: Hashable, Sendable {
    /// The number of operations at once.
    static let maxCount = 30.0
    /// The number of operations a second: a person types fewer letters.
    static let perSecond = 10.0

    private var left = maxCount
    private var lastAt = -Double.infinity

    /// Whether an operation is allowed now; if so, it counts.
    mutating func take(at now: Double) -> Bool {
        let passed = now - lastAt
        left = passed.isFinite ? min(Self.maxCount, left + max(passed, 0) * Self.perSecond) : Self.maxCount
        lastAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
