import EventBus
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Link

@Suite("The order of the events of a followed session")
struct FollowedOrderTests {
    private static let early: UInt64 = 65_536
    private static let later: UInt64 = 131_072
    private let session: Session

    init() throws { session = try #require(Session("van-1")) }

    /// A fix of a drive; all its events have one topic.
    private func event(_ sequence: UInt64, run: UInt64 = early) -> FollowedEvent {
        FollowedEvent(
            Envelope(
                run: run, sequence: sequence, topicSequence: sequence, session: session, monotonicNanoseconds: 0,
                publishedAt: Timestamp(nanosecondsSinceEpoch: 0), tick: sequence,
                event: .navigationStopped(.requested)))
    }

    private func state(_ sequence: UInt64, run: UInt64 = early) -> Snapshot {
        Snapshot(
            run: run, session: session, sequence: sequence, topicSequences: [.onNavigationStopped: sequence], latest: []
        )
    }

    private func numbers(_ events: [FollowedEvent]) -> [UInt64] { events.map(\.envelope.sequence) }

    @Test func `events wait for the state with which the session begins`() {
        var order = FollowedOrder()
        #expect(order.isIncomplete)
        let early = order.take([event(7), event(8)])
        #expect(early.isEmpty)
        order.begin(after: state(7))
        let next = order.take([event(9)])
        #expect(numbers(next) == [8, 9])
        #expect(!order.isIncomplete)
    }

    @Test func `a run from its first event needs no state, also while another one is followed`() {
        var order = FollowedOrder()
        let first = order.take([event(1), event(2)])
        #expect(numbers(first) == [1, 2])
        let second = order.take([event(3), event(1, run: Self.later), event(4)])
        #expect(numbers(second) == [3, 1])
        #expect(order.cursor?.run == Self.later)
        // The run that has ended is over, also if its last events are late.
        let late = order.take([event(5)])
        #expect(late.isEmpty)
    }

    @Test func `an event of a run with a lower number puts the run in doubt, until a state comes`() {
        var order = FollowedOrder()
        order.begin(after: state(3, run: Self.later))
        let late = order.take([event(9)])
        #expect(late.isEmpty && order.isIncomplete)
        order.confirmRun()
        #expect(!order.isIncomplete)
        _ = order.take([event(10)])
        order.begin(after: state(9))
        let events = order.take([event(10)])
        #expect(numbers(events) == [10] && order.cursor?.run == Self.early)
    }

    @Test func `a later run that has begun before needs a state`() {
        var order = FollowedOrder()
        order.begin(after: state(3))
        let events = order.take([event(12, run: Self.later)])
        #expect(events.isEmpty && order.isIncomplete && order.cursor == nil)
        order.begin(after: state(11, run: Self.later))
        let next = order.take([])
        #expect(next.isEmpty)
        let due = order.take([event(13, run: Self.later)])
        #expect(numbers(due) == [12, 13])
    }

    @Test func `lost, repeated and exchanged events come once and in order as soon as the lost ones are fetched`() {
        var random = SplitMix64.announced(for: "the order of followed events")
        for _ in 0..<200 {
            let count = UInt64.random(in: 1...60, using: &random)
            var order = FollowedOrder()
            order.begin(after: state(0))
            var delivered: [UInt64] = []
            let sent = (1...count).map { event($0) }
            var arriving = sent.filter { _ in !random.chance(4) }
            arriving += arriving.filter { _ in random.chance(3) }
            arriving.shuffle(using: &random)
            while !arriving.isEmpty {
                let size = min(arriving.count, Int.random(in: 1...5, using: &random))
                delivered += numbers(order.take(Array(arriving.prefix(size))))
                arriving.removeFirst(size)
            }
            let known = order.cursor?.sequence ?? 0
            #expect(delivered == (0..<known).map { $0 + 1 })
            delivered += numbers(order.take(sent.filter { $0.envelope.sequence > known }))
            #expect(delivered == Array(1...count))
            #expect(order.cursor?.topicSequences[.onNavigationStopped] == count)
        }
    }
}
