import NavigationEvents

/// How far a subscriber has got with one session of one run of the bus.
///
/// The subscriber receives every topic of the session, so the session's sequence alone shows any loss, also one
/// that would otherwise only surface after a later event of another topic was handed out.
struct DeliveryOrder: Hashable {
    /// What is to be done with an event.
    enum Verdict: Hashable {
        /// It is the next one.
        case deliver
        /// It was handed out before, or is covered by a snapshot.
        case repeated
        /// Others before it are missing.
        case gap
        /// Another bus published it.
        case otherRun
    }

    /// The most events of one topic that are counted as missed.
    private static let mostMissed: UInt64 = 1 << 48

    private(set) var run: UInt64
    private(set) var sequence: UInt64
    private var topicSequences: [UInt64]

    /// Begins right after what a snapshot covers.
    init(after snapshot: Snapshot) {
        run = snapshot.run
        sequence = snapshot.sequence
        topicSequences = Topic.allCases.map { snapshot.topicSequences[$0] ?? 0 }
    }

    /// The place it has come to.
    var place: StreamPlace {
        StreamPlace(
            run: run, sequence: sequence,
            topicSequences: Dictionary(
                uniqueKeysWithValues: Topic.allCases.filter { latest($0) > 0 }.map { ($0, latest($0)) }))
    }

    /// The topic sequence of the latest event of a topic.
    func latest(_ topic: Topic) -> UInt64 { topicSequences[topic.place] }

    /// Decides about an event that arrived.
    func verdict(run: UInt64, sequence: UInt64) -> Verdict {
        guard run == self.run else { return .otherRun }
        if sequence > 0, sequence - 1 == self.sequence { return .deliver }
        return sequence <= self.sequence ? .repeated : .gap
    }

    /// Takes note of an event that is handed out, or that nobody wants.
    mutating func advance(to envelope: Envelope) {
        sequence = envelope.sequence
        topicSequences[envelope.event.topic.place] = envelope.topicSequence
    }

    /// Takes note that everything a snapshot covers has been filled in.
    mutating func advance(to snapshot: Snapshot) {
        self = DeliveryOrder(after: snapshot)
    }

    /// Whether these are the very next events of their topic, without a hole.
    func continues(_ topic: Topic, after count: Int, with events: [Envelope]) -> Bool {
        var expected = latest(topic) &+ UInt64(count)
        for event in events {
            expected &+= 1
            guard event.run == run, event.event.topic == topic, event.topicSequence == expected else { return false }
        }
        return true
    }

    /// How many events of these topics a snapshot covers that were never handed out, and what it tells of them.
    func resynchronization(
        _ snapshot: Snapshot, topics: TopicSet
    ) -> (missed: Int, latest: [Envelope]) {
        let latest = snapshot.latest.filter { $0.sequence > sequence && topics.contains($0.event.topic) }
        let passed = Topic.allCases.filter(topics.contains).map { topic in
            let (newest, handedOut) = (snapshot.topicSequences[topic] ?? 0, self.latest(topic))
            // A bus never counts that far; a sum of what it claims must fit all the same.
            return newest > handedOut ? Int(clamping: min(newest - handedOut, Self.mostMissed)) : 0
        }
        return (max(passed.reduce(0, +) - latest.count, 0), latest)
    }
}
