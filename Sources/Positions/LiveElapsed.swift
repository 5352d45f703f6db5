import NavigationEvents

/// Reports the seconds that pass without a fix of a live receiver, by the clock, from its last fix on.
struct LiveElapsed {
    /// Delay of the first report, so that it does not precede a slightly late fix, seconds.
    static let firstSeconds = 1.5

    private var last: (time: Timestamp, now: Double)?
    private var reportedSeconds = 0

    /// Records a fix.
    mutating func fix(at time: Timestamp, now: Double) {
        last = (time, now)
        reportedSeconds = 0
    }

    /// The time to report now; `nil` if none is due.
    mutating func moment(now: Double) -> Timestamp? {
        guard let last, now >= last.now + Self.firstSeconds + Double(reportedSeconds) else { return nil }
        reportedSeconds = Int(clamping: now - last.now - Self.firstSeconds) + 1
        return last.time.advanced(bySeconds: now - last.now)
    }

    /// Seconds until the next report is due.
    func secondsToNext(now: Double) -> Double {
        guard let last else { return 1 }
        return max(0, last.now + Self.firstSeconds + Double(reportedSeconds) - now)
    }
}
