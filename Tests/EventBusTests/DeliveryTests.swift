import TestSupport
import BusTestSupport
import EventCodec
import Journal
import NavigationEvents
import Testing

@testable import EventBus

/// The main guarantee: every event is delivered once and in order, or its loss is reported.
@Suite struct DeliveryTests {
    private static let ways: [EventTransport] = [.zmq, .ring]

    @Test(arguments: Self.ways) func `every subscriber gets every event once and in order`(over way: EventTransport)
        async throws
    {
        let bus = try TestBus(over: way)
        let listeners = (0..<3).map { _ in Listener(bus, untilTick: 500) }
        for listener in listeners { await listener.joined() }
        await bus.server.drive(500)
        let first = try await listeners[0].outcome.deliveries
        #expect(first.compactMap(\.envelope).map(\.sequence) == Array(1...1000))
        #expect(
            first.compactMap(\.envelope).map(\.event.topic).prefix(3) == [.onNavigationStarted, .onGPS, .onNavigation])
        for listener in listeners.dropFirst() { #expect(try await listener.outcome.deliveries == first) }
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `a subscriber of few topics gets only these`(over way: EventTransport) async throws
    {
        let bus = try TestBus(over: way)
        let listener = Listener(bus, [.onNavigation, .onNavigationStarted], untilTick: 50)
        await listener.joined()
        await bus.server.drive(50)
        await bus.server.publish(.navigation(.make()), tick: 50)
        let topics = try await listener.outcome.envelopes.map(\.event.topic)
        #expect(topics == [.onNavigationStarted] + Array(repeating: .onNavigation, count: 50))
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `sessions whose names begin with the same letters are separate`(
        over way: EventTransport
    ) async throws {
        let other = try #require(Session("main2"))
        let bus = try TestBus(sessions: [.main, other], over: way)
        let listener = Listener(bus, session: .main, untilTick: 20)
        await listener.joined()
        for number in 1...20 {
            await bus.server.publish(.gps(.make(number)), session: other, tick: UInt64(number))
            await bus.server.publish(.gps(.make(number)), session: .main, tick: UInt64(number))
        }
        let outcome = try await listener.outcome
        #expect(outcome.ticks == Array(1...20))
        #expect(outcome.envelopes.allSatisfy { $0.session == .main })
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `a late joiner first gets the present state`(over way: EventTransport) async throws
    {
        let bus = try TestBus(over: way)
        await bus.server.publish(.navigationStarted(.make("old")), tick: 1)
        await bus.server.publish(.navigationStopped(.requested), tick: 2)
        await bus.server.publish(.navigationStarted(.make("new")), tick: 3)
        for tick in 4...6 {
            await bus.server.publish(.gps(.make(Int(tick))), tick: UInt64(tick))
            await bus.server.publish(.navigation(.make(Int(tick))), tick: UInt64(tick))
        }
        let state = try await Listener(bus, untilTick: 6).outcome.envelopes
        #expect(state.first?.event == .navigationStarted(.make("new")))
        let rest = try await Listener(bus, [.onNavigation], untilTick: 6).outcome.envelopes
        #expect(rest.map(\.event) == [.navigation(.make(6))])
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `a snapshot has nothing of an ended navigation`(over way: EventTransport)
        async throws
    {
        let bus = try TestBus(over: way)
        await bus.server.drive(3)
        await bus.server.publish(.navigationStopped(.requested), tick: 4)
        await bus.server.publish(.gps(.make(5)), tick: 5)
        #expect(try await Listener(bus, untilTick: 5).outcome.envelopes.map(\.event) == [.gps(.make(5))])
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `clients that join under load see no gap and no repetition`(
        over way: EventTransport
    ) async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 100_000_000), over: way)
        let isDone = OneShotEvent()
        let pump = Task { await bus.server.pump(untilOpen: isDone) }
        let joins = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try await onThread { try joinAgainAndAgain(bus, times: 25, events: 200) } }
            }
            return try await group.reduce(0, +)
        }
        isDone.open()
        await pump.value
        #expect(joins == 100)
        await bus.server.close()
    }

    @Test func `dropped events are fetched again`() async throws {
        let bus = try TestBus(
            limits: BusLimits(sendHighWater: 10), journal: JournalSettings(maxBytes: 100_000_000))
        let listener = Listener(bus, untilTick: 10_000, highWater: 10, stopped: true)
        await listener.joined()
        await bus.server.pump(10_000)
        listener.resume()
        let outcome = try await listener.outcome
        #expect(outcome.ticks == Array(1...10_000))
        #expect(outcome.counters.repaired > 0, "the queues were too long to drop an event")
        #expect(outcome.deliveries.count == 10_000, "no event was lost, so no loss is reported")
        await bus.server.close()
    }

    @Test func `a heartbeat reveals a loss without a later event`() async throws {
        let bus = try TestBus(limits: BusLimits(sendHighWater: 1))
        let listener = Listener(bus, [.onGPS], untilTick: 5000, highWater: 1, stopped: true)
        await listener.joined()
        await bus.server.pump(5000)
        listener.resume()
        #expect(try await listener.outcome.ticks == Array(1...5000))
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `events that the journal lost are counted and reported`(over way: EventTransport)
        async throws
    {
        let bus = try TestBus(
            limits: BusLimits(sendHighWater: 10), journal: JournalSettings(maxBytes: 32 * 1024), over: way)
        let listener = Listener(bus, untilTick: 10_000, highWater: 10, stopped: true)
        await listener.joined()
        await bus.server.publish(.navigationStarted(.make("r2")), tick: 1)
        await bus.server.pump(9_999, from: 2)
        listener.resume()
        let outcome = try await listener.outcome
        let missed = outcome.deliveries.reduce(0) { sum, delivery in
            if case .resynchronized(let missed) = delivery { sum + missed } else { sum }
        }
        #expect(missed > 0)
        #expect(missed + outcome.envelopes.count == 10_000, "each event is either delivered or counted")
        #expect(outcome.ticks == outcome.ticks.sorted() && Set(outcome.ticks).count == outcome.ticks.count)
        #expect(outcome.envelopes.first?.event.topic == .onNavigationStarted)
        await bus.server.close()
    }

    @Test func `a message that cannot be read is counted and its event fetched again`() async throws {
        let bus = try TestBus()
        let listener = Listener(bus, untilTick: 30)
        await listener.joined()
        await bus.server.pump(10)
        await bus.server.publishBroken(.gps(.make(11)), tick: 11)
        await bus.server.pump(19, from: 12)
        let outcome = try await listener.outcome
        #expect(outcome.ticks == Array(1...30))
        #expect(outcome.counters.malformed == 1)
        #expect(outcome.counters.repaired == 1)
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `a route of megabytes reaches present and late subscribers`(
        over way: EventTransport
    ) async throws {
        let bus = try TestBus(over: way)
        let early = Listener(bus, untilTick: 7)
        await early.joined()
        let route = Route.make(vertices: 300_000)
        await bus.server.publish(.navigationStarted(route), tick: 7)
        #expect(try await early.outcome.envelopes.map(\.event) == [.navigationStarted(route)])
        #expect(try await Listener(bus, untilTick: 7).outcome.envelopes.map(\.event) == [.navigationStarted(route)])
        await bus.server.close()
    }

    @Test func `an event that is too large is refused and counted`() async throws {
        let bus = try TestBus()
        #expect(await !bus.server.publish(.navigationStarted(.make(vertices: 1_100_000))))
        #expect(await bus.server.status().counters["oversized_events"] == 1)
        #expect(await bus.server.publish(.gps(.make())))
        await bus.server.close()
    }

    @Test(arguments: Self.ways) func `a stopped subscriber delays no other one`(over way: EventTransport) async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 100_000_000), over: way)
        let stopped = Listener(bus, untilTick: 20_000, stopped: true)
        let lively = Listener(bus, untilTick: 20_000)
        await stopped.joined()
        await lively.joined()
        await bus.server.pump(20_000)
        #expect(try await lively.outcome.ticks == Array(1...20_000))
        stopped.resume()
        #expect(try await stopped.outcome.ticks == Array(1...20_000))
        await bus.server.close()
    }
}

/// Joins, follows for a while, leaves, and joins again. Each time the stream must continue the state.
private func joinAgainAndAgain(_ bus: TestBus, times: Int, events: Int) throws -> Int {
    for _ in 0..<times {
        let client = try bus.subscriber([.onGPS])
        var last: UInt64?
        for _ in 0..<events {
            guard let envelope = try client.next(timeout: .seconds(10))?.envelope else {
                Issue.record("no event after \(last ?? 0)")
                return 0
            }
            if let last { #expect(envelope.sequence == last + 1) }
            last = envelope.sequence
        }
    }
    return times
}

extension BusServer {
    /// Publishes a navigation with two events a tick; the last tick has only the fix.
    fileprivate func drive(_ ticks: Int) {
        publish(.navigationStarted(.make()))
        for number in 1...ticks {
            publish(.gps(.make(number)), tick: UInt64(number))
            if number < ticks { publish(.navigation(.make(number)), tick: UInt64(number)) }
        }
    }

    /// Publishes an event whose bytes are damaged in transit, but not in the journal.
    func publishBroken(_ event: Event, tick: UInt64) {
        let numbers = sessions.own[0].next(event.topic)
        let bytes = Envelope(
            run: run, sequence: numbers.sequence, topicSequence: numbers.topicSequence, session: .main,
            monotonicNanoseconds: 0, publishedAt: .now, tick: tick, event: event
        ).wireBytes()
        bytes.withUnsafeBytes { sessions.own[0].append($0, topic: event.topic, nanoseconds: 0) }
        let isSent = [0xFF, 0xFF].withUnsafeBytes {
            transport.send($0, topic: sessions.own[0].names.topics[event.topic.index])
        }
        #expect(isSent)
    }

    /// Publishes as fast as it can until it is stopped.
    fileprivate func pump(untilOpen done: OneShotEvent) async {
        var number = 1
        while !done.isOpen {
            await pump(64, from: number)
            number += 64
        }
    }
}
