import NavigationEvents

/// The numbers of a session after an event, and the state of its navigation.
package struct JournalState: Sendable, Hashable {
    /// ``NavigationEvents/Envelope/sequence`` of the event; 0 before the first.
    package var sequence: UInt64
    /// ``NavigationEvents/Envelope/topicSequence`` of the newest event of each topic, in the order of the topics.
    package var topicSequences: [UInt64]
    /// Whether a navigation is active.
    package var isNavigating: Bool
    /// Whether the newest onNavigation belongs to the present navigation.
    package var hasGuidance: Bool

    /// Makes a state; without arguments, that before the first event.
    package init(
        sequence: UInt64 = 0, topicSequences: [UInt64] = [UInt64](repeating: 0, count: Topic.allCases.count),
        isNavigating: Bool = false, hasGuidance: Bool = false
    ) {
        self.sequence = sequence
        self.topicSequences = topicSequences
        self.isNavigating = isNavigating
        self.hasGuidance = hasGuidance
    }

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
