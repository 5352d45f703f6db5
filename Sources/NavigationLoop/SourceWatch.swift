/// Notices that a receiver which told positions at a good rate has fallen silent. A value; time is an argument.
struct SourceWatch: Sendable, Hashable {
    /// Silence of so many seconds is too long: two heartbeats, and something.
    static let silenceSeconds = 3.0
    /// Who tells positions less often than this may be silent for longer.
    private static let slowestSeconds = 1.5

    private var lastAt: Double?
    private var isPrompt = false
    /// Whether it is silent for too long.
    private(set) var isStale = false

    /// Takes note of a fix.
    ///
    /// - Returns: whether it ends a silence.
    mutating func heard(now: Double) -> Bool {
        defer { isStale = false }
        if let lastAt, !isStale { isPrompt = now - lastAt <= Self.slowestSeconds }
        lastAt = now
        return isStale
    }

    /// Looks at the clock.
    ///
    /// - Returns: whether a silence has just become too long.
    mutating func look(now: Double) -> Bool {
        guard !isStale, isPrompt, let lastAt, now - lastAt > Self.silenceSeconds else { return false }
        isStale = true
        return true
    }
}
