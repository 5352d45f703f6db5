/// The rate at which the readings of a kind of sensor are accepted: fifty per second. A value; time is an argument, in
/// seconds of any clock.
struct ReadingRate: Sendable, Hashable {
    /// Average interval between two readings, seconds.
    private static let spacingSeconds = 0.02
    /// Readings that may come in advance: a sensor is less regular than a clock.
    private static let maxBurst = 3.0

    /// When the next reading may come if the last ones had come evenly.
    private var nextAt = -Double.infinity
    private var notedAt = -Double.infinity

    /// Whether a reading may come now; it counts then.
    mutating func admits(now: Double) -> Bool {
        guard secondsUntilNext(now: now) <= 0 else { return false }
        nextAt = max(nextAt, now) + Self.spacingSeconds
        return true
    }

    /// Seconds until a reading may come; not positive if it may come now.
    func secondsUntilNext(now: Double) -> Double { nextAt - now - Self.spacingSeconds * (Self.maxBurst - 1) }

    /// Records the present. The time of a drive may go back, and readings must not wait until it is there again.
    mutating func note(now: Double) {
        if now < notedAt { nextAt = min(nextAt, now + Self.spacingSeconds * Self.maxBurst) }
        notedAt = now
    }
}
