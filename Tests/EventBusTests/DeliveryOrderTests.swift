import BusTestSupport
import NavigationEvents
import Testing

@testable import EventBus

@Suite struct DeliveryOrderTests {
    @Test func `an event is the next one, a repeated one or one after a gap`() {
        let order = DeliveryOrder(after: .make(sequence: 10))
        #expect(order.verdict(run: 1, sequence: 11) == .deliver)
        #expect(order.verdict(run: 1, sequence: 10) == .repeated)
        #expect(order.verdict(run: 1, sequence: 12) == .gap)
        #expect(order.verdict(run: 2, sequence: 11) == .otherRun)
    }

    @Test func `a gap in the events of the journal is detected`() {
        let order = DeliveryOrder(after: .make(sequence: 10, topics: [.onGPS: 4]))
        func continues(_ topic: Topic, after count: Int, with events: [Envelope], unknown: [EventNumbers] = []) -> Bool
        {
            order.continues(topic, after: count, with: KeptEvent.list(topic, events, unknown: unknown))
        }
        #expect(continues(.onGPS, after: 0, with: [.make(12, topic: 5), .make(13, topic: 6)]))
        #expect(continues(.onGPS, after: 1, with: [.make(13, topic: 6)]))
        #expect(!continues(.onGPS, after: 0, with: [.make(13, topic: 6)]))
        #expect(!continues(.onControl, after: 0, with: [.make(12, topic: 1)]))
        let later = EventNumbers(run: 1, sequence: 12, topicSequence: 5)
        #expect(continues(.onGPS, after: 0, with: [.make(13, topic: 6)], unknown: [later]), "a later version knows it")
    }

    @Test func `an event in a snapshot is not missed`() {
        let order = DeliveryOrder(after: .make(sequence: 10, topics: [.onGPS: 4]))
        let snapshot = Snapshot.make(
            sequence: 30, topics: [.onGPS: 14, .onControl: 10], latest: [.make(28, topic: 14)])
        let (missed, latest) = order.resynchronization(snapshot, topics: TopicSet([.onGPS]))
        #expect(missed == 9)
        #expect(latest.map(\.sequence) == [28])
    }

    @Test func `a snapshot has the state of a command, and its action is missed`() {
        let order = DeliveryOrder(after: .make(sequence: 10, topics: [.onCommand: 1]))
        var state = Envelope.make(28, topic: 3)
        state.event = .command(ControlCommand(isMuted: true))
        let snapshot = Snapshot.make(sequence: 30, topics: [.onCommand: 3], latest: [state])
        let (missed, latest) = order.resynchronization(snapshot, topics: TopicSet([.onCommand]))
        #expect(missed == 2)
        #expect(latest == [state])
    }

    @Test func `a client without all topics checks the sequence of each topic`() {
        let restriction = TopicSet([.onGPS])
        var order = DeliveryOrder(
            after: .make(sequence: 10, topics: [.onGPS: 4, .onControl: 6]), restriction: restriction)
        func verdict(_ sequence: UInt64, topic: UInt64) -> DeliveryOrder.Verdict {
            order.verdict(on: Envelope.make(sequence, topic: topic).numbers, of: .onGPS)
        }
        #expect(verdict(25, topic: 5) == .deliver, "the events in between are of other topics")
        order.advance(to: Envelope.make(25, topic: 5).numbers, of: .onGPS)
        #expect(verdict(25, topic: 5) == .repeated)
        #expect(verdict(30, topic: 7) == .gap)
        #expect(!order.isBehind(.make(sequence: 90, topics: [.onGPS: 5, .onControl: 80])))
        #expect(order.isBehind(.make(sequence: 90, topics: [.onGPS: 6, .onControl: 80])))
    }

    @Test func `the largest numbers do not overflow`() {
        let last = DeliveryOrder(after: .make(sequence: .max, topics: [.onGPS: .max, .onControl: .max]))
        #expect(last.verdict(run: 1, sequence: .max) == .repeated)
        #expect(last.verdict(run: 1, sequence: 1) == .repeated)
        #expect(!last.continues(.onGPS, after: 1, with: KeptEvent.list(.onGPS, [.make(1, topic: .max)], unknown: [])))
        let (missed, _) = last.resynchronization(.make(sequence: .max), topics: TopicSet(Topic.allCases))
        #expect(missed == 0)
        let first = DeliveryOrder(after: .make(sequence: 1))
        let all = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0, UInt64.max) })
        let (lost, _) = first.resynchronization(
            .make(sequence: .max, topics: all), topics: TopicSet(Topic.allCases))
        #expect(lost > 1 << 48)
    }
}

extension Snapshot {
    fileprivate static func make(
        sequence: UInt64, topics: [Topic: UInt64] = [:], latest: [Envelope] = []
    ) -> Snapshot {
        Snapshot(run: 1, session: .main, sequence: sequence, topicSequences: topics, latest: latest)
    }
}

extension Envelope {
    fileprivate static func make(_ sequence: UInt64, topic: UInt64) -> Envelope {
        Envelope(
            run: 1, sequence: sequence, topicSequence: topic, session: .main, monotonicNanoseconds: 0,
            publishedAt: Timestamp(nanosecondsSinceEpoch: 0), tick: 0, event: .gps(.make()))
    }
}
