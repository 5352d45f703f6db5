import NavigationEvents

/// How a played bus answers.
struct BusManners {
    /// What a hello is answered with.
    enum HelloAnswer {
        case welcome
        case silence
        case refusal((Hello) -> RequestError)
    }

    var hello = HelloAnswer.welcome
    var answersSnapshots = true
    var answersReports = true
    /// Topics of a later version, which its welcome names behind all others.
    var laterTopics: [String] = []
    /// Whether it says each second how far it has come.
    var beats = true
}
