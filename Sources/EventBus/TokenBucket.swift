/// Lets so many things a second pass, and a burst of twice as many.
struct TokenBucket: Sendable, Hashable {
    private let perSecond: Double
    private let most: Double
    private var tokens: Double
    private var countedAt: UInt64

    init(perSecond: Int, now: UInt64) {
        self.perSecond = Double(max(perSecond, 1))
        most = self.perSecond * 2
        tokens = most
        countedAt = now
    }

    /// Whether a thing of this cost may pass at this moment (nanoseconds of a monotonic clock); if so, it is paid for.
    /// One that costs more than the bucket ever holds passes when it is full.
    mutating func take(_ cost: Double, now: UInt64) -> Bool {
        if now > countedAt {
            tokens = min(most, tokens + Double(now - countedAt) / 1e9 * perSecond)
            countedAt = now
        }
        guard tokens >= min(cost, most) else { return false }
        tokens -= cost
        return true
    }

    /// Charges for what has turned out to cost more, or less if negative; the debt is at most one burst.
    mutating func charge(_ cost: Double) { tokens = min(max(tokens - cost, -most), most) }
}
