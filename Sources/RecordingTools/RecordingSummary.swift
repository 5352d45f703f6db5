package import NavigationEvents

/// The contents of a recording: counts, gaps and duplicates, collected in one pass.
package struct RecordingSummary {
    /// A series of events with consecutive numbers.
    struct Row: Hashable {
        var run: UInt64
        var session: Session
        /// The topic; `nil` for all topics, in the order of the bus.
        var topic: Topic?
    }

    /// A navigation along a route.
    struct Navigation: Hashable {
        var routeID: String
        var provider: String
        var reason: RouteReason
        /// The names of the stopovers and the destination, as far as they have one.
        var places: [String]
        var distanceMeters: Double
        var startedAt: Timestamp
    }

    /// Whether only some topics were recorded. Then gaps are found from the numbers in each topic.
    var isPartial = false
    /// When the earliest and the latest event were published.
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    private(set) var events = 0
    private(set) var counts: [Topic: Int] = [:]
    /// The numbers of the runs, in the order of their first events.
    private(set) var runs: [UInt64] = []
    private var runIndices: [UInt64: Int] = [:]
    private(set) var sessions: Set<Session> = []
    private(set) var tallies: [Row: SequenceTally] = [:]
    private(set) var navigations: [Navigation] = []
    /// The due cues, each once.
    private(set) var cues: Set<CueReference> = []
    /// The number of reports of each control.
    private(set) var reports: [String: Int] = [:]

    package init(isPartial: Bool = false) { self.isPartial = isPartial }

    /// Adds an event.
    package mutating func add(_ envelope: Envelope) {
        events += 1
        first = min(first ?? envelope.publishedAt, envelope.publishedAt)
        last = max(last ?? envelope.publishedAt, envelope.publishedAt)
        if runIndices[envelope.run] == nil {
            runIndices[envelope.run] = runs.count
            runs.append(envelope.run)
        }
        sessions.insert(envelope.session)
        let topic = envelope.event.topic
        counts[topic, default: 0] += 1
        let row = Row(run: envelope.run, session: envelope.session, topic: isPartial ? topic : nil)
        tallies[row, default: SequenceTally()].note(isPartial ? envelope.topicSequence : envelope.sequence)
        switch envelope.event {
        case .navigationStarted(let route): navigations.append(Navigation(route, at: envelope.publishedAt))
        case .navigation(let info): if let cue = info.cue { cues.insert(cue.reference) }
        case .control(let report): reports[report.control, default: 0] += 1
        case .gps, .navigationStopped, .command, .heading: break
        }
    }

    /// Seconds from the first event to the last.
    var durationSeconds: Double {
        guard let first, let last else { return 0 }
        return last.seconds(since: first)
    }

    /// The number of published events that are missing.
    package var missing: UInt64 { tallies.values.reduce(0) { $0.adding(clamped: $1.missing) } }

    /// The number of duplicate events.
    var duplicates: UInt64 { tallies.values.reduce(0) { $0.adding(clamped: $1.duplicates) } }

    /// The ranges of missing numbers, sorted by run, session and topic.
    var holes: [(row: Row, numbers: ClosedRange<UInt64>)] {
        let rows = tallies.keys.sorted { order($0) < order($1) }
        return rows.flatMap { row in (tallies[row]?.holes ?? []).map { (row, $0) } }
    }

    private func order(_ row: Row) -> (Int, String, Int) {
        (
            runIndices[row.run] ?? 0, row.session.name,
            row.topic.flatMap(Topic.allCases.firstIndex) ?? 0
        )
    }
}

extension RecordingSummary.Navigation {
    init(_ route: Route, at time: Timestamp) {
        self.init(
            routeID: route.id, provider: route.provider, reason: route.reason,
            places: route.stopovers.map(\.name).filter { !$0.isEmpty }, distanceMeters: route.distanceMeters,
            startedAt: time)
    }
}
