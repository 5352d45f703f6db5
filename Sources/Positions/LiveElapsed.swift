import NavigationEvents

/// Tells, for a live receiver, the seconds that pass without a fix: from its last fix on, by the clock.
struct LiveElapsed {
    /// The first second is told this late, so that a fix with a little delay is not preceded by it.
    static let firstSeconds = 1.5

    private var last: (time: Timestamp, now: Double)?
    private var told = 0

    /// Notes a fix.
    mutating func fix(at time: Timestamp, now: Double) {
        last = (time, now)
        told = 0
    }

    /// The moment to tell now; `nil` if none is due.
    mutating func moment(now: Double) -> Timestamp? {
        guard let last, now >= last.now + Self.firstSeconds + Double(told) else { return nil }
        told = Int(clamping: now - last.now - Self.firstSeconds) + 1
        return last.time.advanced(bySeconds: now - last.now)
    }

    /// Seconds until the next moment is due.
    func secondsToNext(now: Double) -> Double {
        guard let last else { return 1 }
        return max(0, last.now + Self.firstSeconds + Double(told) - now)
    }
}
