import BusTestSupport
import EventCodec
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import EventBus

/// Events that a client reads as views are those that it would get decoded.
@Suite struct LentEventTests {
    @Test(arguments: [EventTransport.zmq, .ring]) func `events are lent as they are delivered`(
        over way: EventTransport
    ) async throws {
        let bus = try TestBus(over: way)
        let (whole, lent) = (try bus.subscriber(), try bus.subscriber())
        var random = SplitMix64(seed: 4)
        for number in 1...50 {
            await bus.server.publish(.gps(.make(number)), tick: UInt64(number))
            await bus.server.publish(.navigation(.make(.random(in: 0...1000, using: &random))), tick: UInt64(number))
        }
        await bus.server.publish(.navigationStopped(.requested))
        let delivered = try whole.deliveries { $0.envelope?.event.topic == .onNavigationStopped }
        for delivery in delivered {
            let expected = try #require(delivery.envelope)
            let event = try lent.withNext(timeout: .seconds(10)) { delivery in
                guard case .event(let view) = delivery else { throw Missing() }
                #expect(view.sequence == expected.sequence)
                #expect(view.topicSequence == expected.topicSequence)
                return try view.event
            }
            #expect(event == expected.event)
        }
        #expect(try lent.withNext(timeout: .zero) { _ in } == nil)
        #expect(lent.cursor == whole.cursor)
        await bus.server.close()
    }

    @Test func `missed events are fetched and lent too`() async throws {
        let bus = try TestBus(limits: BusLimits(sendHighWater: 10), over: .zmq)
        let client = try bus.subscriber(receiveHighWater: 10)
        for number in 1...3000 {
            await bus.server.publish(.navigation(.make(number)), tick: UInt64(number))
        }
        var ticks: [UInt64] = []
        var isSilent = false
        while ticks.last != 3000, !isSilent {
            let tick = try client.withNext(timeout: .seconds(10)) { delivery in
                guard case .event(let view) = delivery else { throw Missing() }
                return view.tick
            }
            if let tick { ticks.append(tick) } else { isSilent = true }
        }
        #expect(ticks == Array(1...3000))
        #expect(client.counters.repaired > 0)
        await bus.server.close()
    }

    @Test func `a restart comes between the events`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        var bus = try TestBus(folder: folder, over: .zmq)
        let client = try bus.subscriber()
        await bus.server.close()
        bus = try TestBus(folder: folder, over: .zmq)
        await bus.server.publish(.gps(.make(1)), tick: 1)
        let hasRestarted = try client.withNext(timeout: .seconds(20)) { delivery in
            if case .restarted = delivery { true } else { false }
        }
        #expect(hasRestarted == true)
        await bus.server.close()
    }
}

private struct Missing: Error {}
