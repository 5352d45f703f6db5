import NavigationEvents

/// Chooses the events of a recording that are replayed.
struct ReplayFilter {
    let topics: Set<Topic>
    let from: Timestamp?
    /// Whether what controls reported is left out, since controls report anew.
    let leavesOutReports: Bool
    /// The route that is followed, for those who join in the middle of it.
    private var routes: [Session: Envelope] = [:]
    /// What people had asked for until then, without the asking.
    private var commands: [Session: Envelope] = [:]
    private var hasBegun = false

    init(topics: Set<Topic> = Set(Topic.allCases), from: Timestamp? = nil, leavesOutReports: Bool = false) {
        self.topics = topics
        self.from = from
        self.leavesOutReports = leavesOutReports
    }

    /// Whether every event is replayed.
    var isOpen: Bool { topics.count == Topic.allCases.count && from == nil && !leavesOutReports }

    /// What is to be published when an event comes: nothing, the event, or before it also the routes that are being
    /// followed, and what people had asked for, where the replay begins.
    mutating func take(_ event: TapedEvent) -> [TapedEvent] {
        let envelope = event.envelope
        if let from, !hasBegun, envelope.publishedAt < from {
            note(envelope)
            return []
        }
        var events: [TapedEvent] = []
        if !hasBegun {
            hasBegun = true
            let pending = (routes.values + Array(commands.values)).sorted { $0.sequence < $1.sequence }
            events = pending.map { TapedEvent(bytes: [], envelope: $0) }
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
        guard leavesOutReports, let report = envelope.report else { return true }
        return report.control == "navbus"
    }
}
