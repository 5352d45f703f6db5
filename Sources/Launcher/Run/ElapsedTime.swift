import NavigationEvents

/// Time since the first fix of a drive, as `12:34` or `1:02:34`.
struct ElapsedTime {
    private var first: Timestamp?
    private var latest: Timestamp?

    /// Notes the time of a fix.
    mutating func advance(to time: Timestamp) {
        first = first ?? time
        latest = time
    }

    /// The time since the first fix; `00:00` before it.
    var text: String {
        guard let first, let latest else { return "00:00" }
        let seconds = Int(clamping: max(0, latest.seconds(since: first)))
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        let tail = Self.twoDigits(minutes) + ":" + Self.twoDigits(rest)
        return hours > 0 ? "\(hours):\(tail)" : tail
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
