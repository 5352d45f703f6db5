import NavigationEvents

/// How far a subscriber has got with one session of one run of the bus.
///
/// A subscriber that receives every topic that the bus has goes by the session's sequence: it alone shows any loss, also
/// one that would otherwise only surface after a later event of another topic was handed out. One from which topics are
/// kept back, or whose bus has topics of a later version, goes by the sequence of each topic.
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
    /// The topics that are received, if the bus has others.
    var restriction: TopicSet?

    /// Begins right after what a snapshot covers.
    init(after snapshot: Snapshot, restriction: TopicSet? = nil) {
        self.init(
            after: StreamPlace(
                run: snapshot.run, sequence: snapshot.sequence, topicSequences: snapshot.topicSequences),
            restriction: restriction)
    }

    /// Begins right after a place.
    init(after place: StreamPlace, restriction: TopicSet? = nil) {
        run = place.run
        sequence = place.sequence
        topicSequences = Topic.allCases.map { place.topicSequences[$0] ?? 0 }
        self.restriction = restriction
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
    func verdict(on numbers: EventNumbers, of topic: Topic) -> Verdict {
        guard restriction != nil, numbers.run == run else {
            return verdict(run: numbers.run, sequence: numbers.sequence)
        }
        let latest = latest(topic)
        if numbers.topicSequence > 0, numbers.topicSequence - 1 == latest { return .deliver }
        return numbers.topicSequence <= latest ? .repeated : .gap
    }

    /// Decides about an event that arrived, and takes note of it if it is the next one.
    mutating func take(_ numbers: EventNumbers, of topic: Topic) -> Verdict {
        let verdict = verdict(on: numbers, of: topic)
        if verdict == .deliver { advance(to: numbers, of: topic) }
        return verdict
    }

    /// Whether there has been more than was handed out, up to a snapshot of the same run.
    func isBehind(_ snapshot: Snapshot) -> Bool {
        guard let restriction else { return snapshot.sequence > sequence }
        return Topic.allCases.contains {
            restriction.contains($0) && snapshot.topicSequences[$0] ?? 0 > latest($0)
        }
    }

    /// Decides about an event with this sequence where all topics are received.
    func verdict(run: UInt64, sequence: UInt64) -> Verdict {
        guard run == self.run else { return .otherRun }
        if sequence > 0, sequence - 1 == self.sequence { return .deliver }
        return sequence <= self.sequence ? .repeated : .gap
    }

    /// Takes note of an event that is handed out, or that nobody wants or knows.
    mutating func advance(to numbers: EventNumbers, of topic: Topic) {
        sequence = max(sequence, numbers.sequence)
        topicSequences[topic.place] = numbers.topicSequence
    }

    /// Takes note that everything a snapshot covers has been filled in.
    mutating func advance(to snapshot: Snapshot) {
        self = DeliveryOrder(after: snapshot, restriction: restriction)
    }

    /// Whether these are the very next events of their topic, without a hole.
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

    /// How many events of these topics a snapshot covers that were never handed out, and what it tells of them. Those
    /// of topics that were `added` were not to be handed out.
    func resynchronization(
        _ snapshot: Snapshot, topics: TopicSet, added: [Topic] = []
    ) -> (missed: Int, latest: [Envelope]) {
        let latest = snapshot.latest.filter {
            $0.topicSequence > self.latest($0.event.topic) && topics.contains($0.event.topic)
        }
        let passed = Topic.allCases.filter { topics.contains($0) && !added.contains($0) }.map { topic in
            let (newest, handedOut) = (snapshot.topicSequences[topic] ?? 0, self.latest(topic))
            // A bus never counts that far; a sum of what it claims must fit all the same.
            return newest > handedOut ? Int(clamping: min(newest - handedOut, Self.mostMissed)) : 0
        }
        // Of a command only the state is told: what was asked is missed all the same.
        let told = latest.count { !added.contains($0.event.topic) && $0.event.topic != .onCommand }
        return (max(passed.reduce(0, +) - told, 0), latest)
    }
}
