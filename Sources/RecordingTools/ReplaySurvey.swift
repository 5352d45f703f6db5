import EventBus
package import NavigationEvents

/// The properties of a recording that a replay needs in advance, collected in one pass.
package struct ReplaySurvey {
    private(set) var events = 0
    package private(set) var first: Timestamp?
    package private(set) var sessions: [Session] = []
    private(set) var runs: Set<UInt64> = []
    /// The cursor before the first event of each session.
    private(set) var startCursors: [Session: StreamCursor] = [:]
    private var next: [Session: UInt64] = [:]
    private var hasHoles = false

    /// Begins a survey without events.
    package init() {}

    /// Adds an event.
    package mutating func add(_ envelope: Envelope) {
        events += 1
        if first == nil { first = envelope.publishedAt }
        runs.insert(envelope.run)
        let session = envelope.session
        if let expected = next[session] {
            if envelope.sequence != expected { hasHoles = true }
        } else {
            sessions.append(session)
            startCursors[session] = StreamCursor(
                run: envelope.run, sequence: max(envelope.sequence, 1) - 1, topicSequences: [:])
        }
        next[session] = envelope.sequence &+ 1
        let topic = envelope.event.topic
        if startCursors[session]?.topicSequences[topic] == nil {
            startCursors[session]?.topicSequences[topic] = max(envelope.topicSequence, 1) - 1
        }
    }

    /// The run, if its events can be published unchanged; `nil` if they need new numbers.
    var wholeRun: UInt64? { runs.count == 1 && !hasHoles ? runs.first : nil }
}
