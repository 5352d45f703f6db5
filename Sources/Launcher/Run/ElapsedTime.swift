import NavigationEvents
import Platform

/// Time since the first fix of a drive, as `12:34` or `1:02:34`.
struct ElapsedTime {
    private var first: Timestamp?
    private var latest: Timestamp?

    /// Notes the time of a fix.
    mutating func advance(to time: Timestamp) {
        first = first ?? time
        latest = time
    }

    /// Notes another time of the drive; an earlier one than the latest has no effect.
    mutating func advance(atLeastTo time: Timestamp) {
        if time > latest ?? time { latest = time }
    }

    /// The time since the first fix; `00:00` before it.
    var text: String {
        guard let first, let latest else { return "00:00" }
        return ClockText.text(seconds: latest.seconds(since: first))
    }
}
