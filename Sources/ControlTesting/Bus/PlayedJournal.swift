import EventCodec
import Glibc
import NavigationEvents
import ZeroMQ

/// The events that a played bus has published, with their numbers.
struct PlayedJournal {
    private var envelopes: [Envelope] = []
    private var topicSequences: [Topic: UInt64] = [:]
    private var latest: [Topic: Envelope] = [:]

    /// As many as one answer of the bus has at most.
    private static let mostAnswered = 1024

    /// Numbers an event and keeps it.
    mutating func add(_ event: Event, run: UInt64, tick: UInt64) -> Envelope {
        topicSequences[event.topic, default: 0] += 1
        let envelope = Envelope(
            run: run, sequence: UInt64(envelopes.count) + 1, topicSequence: topicSequences[event.topic, default: 0],
            session: .main, monotonicNanoseconds: monotonicNanoseconds(), publishedAt: Timestamp.now, tick: tick,
            event: event)
        envelopes.append(envelope)
        take(envelope)
        return envelope
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

    /// The events of a topic that somebody has missed.
    func missed(_ missed: MissedEvents) -> [Envelope] {
        guard missed.first <= missed.last else { return [] }
        let wanted = envelopes.filter {
            $0.event.topic == missed.topic && (missed.first...missed.last).contains($0.topicSequence)
        }
        return Array(wanted.prefix(Self.mostAnswered))
    }

    func snapshot(run: UInt64, processID: Int32, withEvents: Bool) -> Snapshot {
        Snapshot(
            run: run, session: .main, sequence: UInt64(envelopes.count), topicSequences: topicSequences,
            latest: withEvents ? latest.values.sorted { $0.sequence < $1.sequence } : [], processID: processID)
    }
}

extension Timestamp {
    /// The present moment of the wall clock.
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(nanosecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
