import NavigationEvents

/// Decides when a search for another route is announced: once when it takes long and once when it fails, for each time
/// that the route is left.
struct ReroutingWords {
    /// The words, and the number under which they are announced.
    struct Due {
        /// The key of the text.
        var key: String
        /// The number of the announcement, which no cue of guidance has.
        var identity: UInt64
    }

    /// Seconds of validity of the words.
    static let validSeconds = 10.0
    /// A router usually answers within these seconds, and the new route needs no words.
    private static let delaySeconds = 3.0
    /// The identities begin here: those of guidance are hashes, and none is as small.
    private static let firstIdentity: UInt64 = 1 << 20

    private var beganAt: Timestamp?
    private var isProgressSaid = false
    private var isFailureSaid = false
    private var count: UInt64 = 0

    /// Returns the words that are due with an event; `nil` if none are.
    mutating func due(with info: NavigationInfo) -> Due? {
        guard info.state == .rerouting, let search = info.rerouting else {
            (beganAt, isProgressSaid, isFailureSaid) = (nil, false, false)
            return nil
        }
        let start = beganAt ?? info.fix.time
        beganAt = start
        if !search.failure.isEmpty {
            guard !isFailureSaid else { return nil }
            (isFailureSaid, isProgressSaid) = (true, true)
            return next("route_calc_failed")
        }
        guard !isProgressSaid, search.attempts > 0 || search.request != nil,
            info.fix.time.seconds(since: start) >= Self.delaySeconds
        else { return nil }
        isProgressSaid = true
        return next("route_calc_progress_title")
    }

    private mutating func next(_ key: String) -> Due {
        count += 1
        return Due(key: key, identity: Self.firstIdentity + count)
    }
}
