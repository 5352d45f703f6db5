import NavigationEvents

/// The behaviour of a fake bus.
struct BusBehaviour {
    /// The reply to a hello.
    enum HelloAnswer {
        case welcome
        case silence
        case refusal((Hello) -> RequestError)
    }

    /// The reply to a request for missed events.
    enum MissedAnswer {
        case events
        case silence
        /// The events are no longer kept.
        case gone
    }

    var hello = HelloAnswer.welcome
    var missed = MissedAnswer.events
    var answersSnapshots = true
    var answersReports = true
    /// Topics of a later version, which the welcome names after all others.
    var laterTopics: [String] = []
    /// Whether it sends its heartbeat each second.
    var sendsHeartbeats = true
}
