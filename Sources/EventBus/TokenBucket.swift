/// A token bucket: a rate limit with a burst of twice the rate.
struct TokenBucket: Sendable, Hashable {
    private let perSecond: Double
    private let maxTokens: Double
    private var tokens: Double
    private var countedAt: UInt64

    init(perSecond: Int, now: UInt64) {
        self.perSecond = Double(max(perSecond, 1))
        maxTokens = self.perSecond * 2
        tokens = maxTokens
        countedAt = now
    }

    /// Takes tokens at a time (nanoseconds of a monotonic clock); `false` if there are too few. A cost above the
    /// capacity is allowed when the bucket is full.
    mutating func take(_ cost: Double, now: UInt64) -> Bool {
        if now > countedAt {
            tokens = min(maxTokens, tokens + Double(now - countedAt) / 1e9 * perSecond)
            countedAt = now
        }
        guard tokens >= min(cost, maxTokens) else { return false }
        tokens -= cost
        return true
    }

    /// Charges an additional cost, or refunds a negative one. The debt is at most the capacity.
    mutating func charge(_ cost: Double) { tokens = min(max(tokens - cost, -maxTokens), maxTokens) }
}
