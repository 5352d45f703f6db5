/// Times a pulse that is repeated at an interval while a condition lasts, in seconds of the drive.
struct RepeatTimer: Hashable, Sendable {
    /// The time between two pulses, seconds.
    let intervalSeconds: Double
    /// When the next pulse is due; `nil` while the timer is stopped.
    private var nextSeconds: Double?

    /// Makes a timer.
    ///
    /// - Parameters:
    ///   - intervalSeconds: The time between two pulses.
    ///   - seconds: When the first pulse is due; `nil`: at the first call of ``isDue(at:)``.
    init(intervalSeconds: Double, firstAt seconds: Double? = nil) {
        self.intervalSeconds = intervalSeconds
        nextSeconds = seconds
    }

    /// Whether the timer runs.
    var isRunning: Bool { nextSeconds != nil }

    /// Whether a pulse is due; if so, the next one is due after the interval. Starts a stopped timer.
    mutating func isDue(at now: Double) -> Bool {
        // Events arrive irregularly: a tolerance of a tenth of the interval keeps the rhythm.
        let due = nextSeconds ?? now
        guard now >= due - 0.1 * intervalSeconds else { return false }
        nextSeconds = max(due, now - 0.5 * intervalSeconds) + intervalSeconds
        return true
    }

    /// Makes the next pulse due at once, if the timer runs.
    mutating func makeDue() {
        if isRunning { nextSeconds = -.infinity }
    }

    /// Stops the timer.
    mutating func stop() { nextSeconds = nil }
}
