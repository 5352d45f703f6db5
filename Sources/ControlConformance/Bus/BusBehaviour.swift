import NavigationEvents

/// The behaviour of a fake bus.
struct BusBehaviour {
    /// The reply to a hello.
    enum HelloAnswer {
        case welcome
        case silence
        case refusal((Hello) -> RequestError)
    }

    var hello = HelloAnswer.welcome
    var answersSnapshots = true
    var answersReports = true
    /// Topics of a later version, which the welcome names after all others.
    var laterTopics: [String] = []
    /// Whether it sends its heartbeat each second.
    var sendsHeartbeats = true
}
