package import NavigationEvents

/// The time at which a replay begins.
package enum ReplayStart: Hashable {
    /// Seconds after the first event.
    case seconds(Double)
    /// A time of publishing.
    case time(Timestamp)

    /// Reads `90`, `90.5` or `2026-05-04T08:01:30Z`.
    package init?(_ text: String) {
        if let seconds = Double(text) {
            guard seconds >= 0, seconds < 1e9 else { return nil }
            self = .seconds(seconds)
        } else if let time = Timestamp(iso8601: text) {
            self = .time(time)
        } else {
            return nil
        }
    }

    /// The time of publishing at which the replay of a recording begins, whose first event was published at `first`.
    package func time(after first: Timestamp) -> Timestamp {
        switch self {
        case .seconds(let seconds): first.advanced(bySeconds: seconds)
        case .time(let time): time
        }
    }
}
