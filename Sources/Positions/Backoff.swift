/// Growing pauses between attempts.
struct Backoff {
    static let firstSeconds = 0.5
    static let maxSeconds = 10.0

    private var nextSeconds = firstSeconds

    /// The pause before the next attempt, twice the last one.
    mutating func pauseSeconds() -> Double {
        defer { nextSeconds = min(nextSeconds * 2, Self.maxSeconds) }
        return nextSeconds
    }

    /// Resets the pause after a success.
    mutating func reset() { nextSeconds = Self.firstSeconds }
}
