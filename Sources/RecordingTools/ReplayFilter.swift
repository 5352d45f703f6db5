package import NavigationEvents

/// Selects the events of a recording that are replayed.
package struct ReplayFilter {
    let topics: Set<Topic>
    let from: Timestamp?
    /// Whether recorded reports of controls are omitted, since the controls of the replay report themselves.
    let omitsReports: Bool
    /// The present route of each session, for a replay that begins in the middle of it.
    private var routes: [Session: Envelope] = [:]
    /// The state from commands before the beginning, without their actions.
    private var commands: [Session: Envelope] = [:]
    private var hasBegun = false

    package init(topics: Set<Topic> = Set(Topic.allCases), from: Timestamp? = nil, omitsReports: Bool = false) {
        self.topics = topics
        self.from = from
        self.omitsReports = omitsReports
    }

    /// Whether every event is replayed.
    var isOpen: Bool { topics.count == Topic.allCases.count && from == nil && !omitsReports }

    /// The events to publish for a recorded event: none, or the event itself. The first one is preceded by the present
    /// routes and the state from commands.
    mutating func process(_ event: StoredEvent) -> [StoredEvent] {
        let envelope = event.envelope
        if let from, !hasBegun, envelope.publishedAt < from {
            note(envelope)
            return []
        }
        var events: [StoredEvent] = []
        if !hasBegun {
            hasBegun = true
            let pending = (routes.values + Array(commands.values)).sorted { $0.sequence < $1.sequence }
            events = pending.map { StoredEvent(bytes: [], envelope: $0) }
        }
        return (events + [event]).filter { includes($0.envelope) }
    }

    private mutating func note(_ envelope: Envelope) {
        switch envelope.event {
        case .navigationStarted: routes[envelope.session] = envelope
        case .navigationStopped: routes[envelope.session] = nil
        case .command(let command):
            commands[envelope.session] = envelope
            commands[envelope.session]?.event = .command(command.state)
        case .gps, .navigation, .control, .heading: break
        }
    }

    private func includes(_ envelope: Envelope) -> Bool {
        guard topics.contains(envelope.event.topic) else { return false }
        guard omitsReports, let report = envelope.report else { return true }
        return report.control == "navbus"
    }
}
