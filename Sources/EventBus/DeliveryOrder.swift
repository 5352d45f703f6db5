import NavigationEvents

/// The progress of a subscriber in one session of one run of the bus.
///
/// A subscriber that receives every topic of the bus checks the session's sequence: it shows any loss, also one that
/// would otherwise surface only after a later event of another topic. A subscriber without rights to some topics, or of
/// a bus with topics of a later version, checks the sequence of each topic.
struct DeliveryOrder: Hashable {
    /// The decision about an event.
    enum Verdict: Hashable {
        /// The event is the next one.
        case deliver
        /// The event was delivered before, or a snapshot covers it.
        case repeated
        /// Events before it are missing.
        case gap
        /// The event belongs to another run.
        case otherRun
    }

    /// Maximum number of events of one topic that are counted as missed.
    private static let maxMissed: UInt64 = 1 << 48

    private(set) var run: UInt64
    private(set) var sequence: UInt64
    private var topicSequences: [UInt64]
    /// The topics that are received, if the bus has others.
    var restriction: TopicSet?

    /// Begins after the events that a snapshot covers.
    init(after snapshot: Snapshot, restriction: TopicSet? = nil) {
        self.init(
            after: StreamCursor(
                run: snapshot.run, sequence: snapshot.sequence, topicSequences: snapshot.topicSequences),
            restriction: restriction)
    }

    /// Begins after a cursor.
    init(after cursor: StreamCursor, restriction: TopicSet? = nil) {
        run = cursor.run
        sequence = cursor.sequence
        topicSequences = Topic.allCases.map { cursor.topicSequences[$0] ?? 0 }
        self.restriction = restriction
    }

    /// The present cursor.
    var cursor: StreamCursor {
        StreamCursor(
            run: run, sequence: sequence,
            topicSequences: Dictionary(
                uniqueKeysWithValues: Topic.allCases.filter { latest($0) > 0 }.map { ($0, latest($0)) }))
    }

    /// The topic sequence of the latest event of a topic.
    func latest(_ topic: Topic) -> UInt64 { topicSequences[topic.index] }

    /// Decides about an event that arrived.
    func verdict(on numbers: EventNumbers, of topic: Topic) -> Verdict {
        guard restriction != nil, numbers.run == run else {
            return verdict(run: numbers.run, sequence: numbers.sequence)
        }
        let latest = latest(topic)
        if numbers.topicSequence > 0, numbers.topicSequence - 1 == latest { return .deliver }
        return numbers.topicSequence <= latest ? .repeated : .gap
    }

    /// Decides about an event that arrived, and records it if it is the next one.
    mutating func accept(_ numbers: EventNumbers, of topic: Topic) -> Verdict {
        let verdict = verdict(on: numbers, of: topic)
        if verdict == .deliver { advance(to: numbers, of: topic) }
        return verdict
    }

    /// Whether a snapshot of the same run covers events that were not delivered.
    func isBehind(_ snapshot: Snapshot) -> Bool {
        guard let restriction else { return snapshot.sequence > sequence }
        return Topic.allCases.contains {
            restriction.contains($0) && snapshot.topicSequences[$0] ?? 0 > latest($0)
        }
    }

    /// Decides about an event with this sequence, if all topics are received.
    func verdict(run: UInt64, sequence: UInt64) -> Verdict {
        guard run == self.run else { return .otherRun }
        if sequence > 0, sequence - 1 == self.sequence { return .deliver }
        return sequence <= self.sequence ? .repeated : .gap
    }

    /// Records an event that is delivered, unwanted or unknown.
    mutating func advance(to numbers: EventNumbers, of topic: Topic) {
        sequence = max(sequence, numbers.sequence)
        topicSequences[topic.index] = numbers.topicSequence
    }

    /// Records that all events up to a snapshot have been delivered.
    mutating func advance(to snapshot: Snapshot) {
        self = DeliveryOrder(after: snapshot, restriction: restriction)
    }

    /// Whether these are the next events of their topic, without a gap.
    func continues(_ topic: Topic, after count: Int, with events: [KeptEvent]) -> Bool {
        var expected = latest(topic) &+ UInt64(count)
        for event in events {
            expected &+= 1
            guard event.numbers.run == run, event.topic == topic, event.numbers.topicSequence == expected else {
                return false
            }
        }
        return true
    }

    /// Whether this is the next event of its topic.
    func continues(with envelope: Envelope) -> Bool {
        envelope.run == run && envelope.topicSequence == latest(envelope.event.topic) &+ 1
    }

    /// The number of events of these topics that a snapshot covers and that were never delivered, and the events in the
    /// snapshot. Earlier events of `added` topics do not count.
    func resynchronization(
        _ snapshot: Snapshot, topics: TopicSet, added: [Topic] = []
    ) -> (missed: Int, latest: [Envelope]) {
        let latest = snapshot.latest.filter {
            $0.topicSequence > self.latest($0.event.topic) && topics.contains($0.event.topic)
        }
        let passed = Topic.allCases.filter { topics.contains($0) && !added.contains($0) }.map { topic in
            let (newest, handedOut) = (snapshot.topicSequences[topic] ?? 0, self.latest(topic))
            // A bus never counts that far, but the sum of its claims must not overflow.
            return newest > handedOut ? Int(clamping: min(newest - handedOut, Self.maxMissed)) : 0
        }
        // Of a command a snapshot has only the state: its action counts as missed.
        let delivered = latest.count { !added.contains($0.event.topic) && $0.event.topic != .onCommand }
        return (max(passed.reduce(0, +) - delivered, 0), latest)
    }
}
