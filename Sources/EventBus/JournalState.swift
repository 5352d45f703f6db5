import NavigationEvents

/// The numbers of a session after an event, and the state of its navigation.
struct JournalState: Sendable, Hashable {
    /// ``NavigationEvents/Envelope/sequence`` of the event; 0 before the first.
    var sequence: UInt64 = 0
    /// ``NavigationEvents/Envelope/topicSequence`` of the newest event of each topic, in the order of the topics.
    var topicSequences = [UInt64](repeating: 0, count: Topic.allCases.count)
    /// Whether a navigation is active.
    var isNavigating = false
    /// Whether the newest onNavigation belongs to the present navigation.
    var hasGuidance = false

    /// Counts the next event.
    mutating func advance(_ topic: Topic) {
        sequence &+= 1
        topicSequences[topic.index] &+= 1
        switch topic {
        case .onNavigationStarted: (isNavigating, hasGuidance) = (true, false)
        case .onNavigation: hasGuidance = isNavigating
        case .onNavigationStopped: (isNavigating, hasGuidance) = (false, false)
        case .onGPS, .onControl, .onCommand, .onHeading: break
        }
    }

    /// Whether this state can be a later one of the same session.
    func canFollow(_ other: JournalState) -> Bool {
        sequence >= other.sequence && zip(topicSequences, other.topicSequences).allSatisfy { $0 >= $1 }
    }
}
