import EventBus
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// The events that a fake bus has published.
struct FakeJournal {
    /// Number of the newest event.
    private var sequence: UInt64 = 0
    private var envelopes: [Envelope] = []
    /// The topic sequences by name, including topics of a later version.
    private var topicSequences: [String: UInt64] = [:]
    private var latest: [Topic: Envelope] = [:]

    /// Maximum number of events in a reply of the bus.
    private static let maxEventsInReply = 1024

    /// Numbers an event and stores it.
    mutating func add(_ event: Event, run: UInt64, tick: UInt64) -> Envelope {
        let numbers = count(event.topic.rawValue)
        let envelope = Envelope(
            run: run, sequence: numbers.sequence, topicSequence: numbers.topicSequence,
            session: .main, monotonicNanoseconds: MonotonicInstant.now.nanoseconds, publishedAt: Timestamp.now,
            tick: tick,
            event: event)
        envelopes.append(envelope)
        take(envelope)
        return envelope
    }

    /// The numbers of the next event of a topic, which may be of a later version.
    mutating func count(_ topic: String) -> (sequence: UInt64, topicSequence: UInt64) {
        sequence += 1
        topicSequences[topic, default: 0] += 1
        return (sequence, topicSequences[topic, default: 0])
    }

    private mutating func take(_ envelope: Envelope) {
        switch envelope.event {
        case .navigationStopped:
            latest[.onNavigation] = nil
            latest[.onNavigationStarted] = nil
        case .command(let command):
            var state = envelope
            state.event = .command(command.state)
            latest[.onCommand] = state
        case .control: break
        default: latest[envelope.event.topic] = envelope
        }
    }

    /// The missed events of a topic.
    func missed(_ missed: MissedEvents) -> [Envelope] {
        guard missed.first <= missed.last else { return [] }
        let wanted = envelopes.filter {
            $0.event.topic == missed.topic && (missed.first...missed.last).contains($0.topicSequence)
        }
        return Array(wanted.prefix(Self.maxEventsInReply))
    }

    /// The bytes of a snapshot, or of a heartbeat, which has no events.
    func snapshot(run: UInt64, processID: Int32, withEvents: Bool) -> [UInt8] {
        let known = Topic.allCases.compactMap { topic in topicSequences[topic.rawValue].map { (topic, $0) } }
        let snapshot = Snapshot(
            run: run, session: .main, sequence: sequence, topicSequences: Dictionary(uniqueKeysWithValues: known),
            latest: withEvents ? latest.values.sorted { $0.sequence < $1.sequence } : [], processID: processID)
        return topicSequences.filter { Topic(rawValue: $0.key) == nil }.reduce(snapshot.wireBytes()) {
            let numbers = WireEdit.field(1, Array($1.key.utf8)) + WireEdit.varint(2 << 3) + WireEdit.varint($1.value)
            return $0 + WireEdit.field(4, numbers)
        }
    }
}
