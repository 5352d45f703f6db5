import BusTestSupport
import NavigationEvents
import Testing

@testable import EventBus

/// A control of this version with a bus of a later one.
@Suite struct LaterVersionTests {
    private typealias Message = LaterBus.Message

    @Test func `events of an unknown topic do not count as lost`() async throws {
        let bus = try LaterBus(
            laterTopics: ["onWeather"],
            (1...40).map { number in
                number % 4 == 0
                    ? Message("onGPS", .gps(.make()), sequence: number, topicSequence: number / 4)
                    : Message("onWeather", nil, sequence: number, topicSequence: number - number / 4)
            })
        let outcome = try await bus.deliveries(until: 40)
        #expect(outcome.envelopes.map(\.sequence) == Array(stride(from: 4, through: 40, by: 4)))
        expectNothingWasAsked(of: bus, outcome)
    }

    @Test(arguments: [[], ["onWeather"]]) func `an event of an unknown kind is skipped and counts`(
        _ laterTopics: [String]
    ) async throws {
        let bus = try LaterBus(
            laterTopics: laterTopics,
            (1...30).map { number in
                Message("onGPS", number % 3 == 0 ? .gps(.make()) : nil, sequence: number, topicSequence: number)
            })
        let outcome = try await bus.deliveries(until: 30)
        #expect(outcome.envelopes.map(\.sequence) == Array(stride(from: 3, through: 30, by: 3)))
        expectNothingWasAsked(of: bus, outcome)
    }

    @Test func `missed events may be of an unknown kind`() async throws {
        func message(_ number: UInt64, _ event: Event?) -> Message {
            Message("onGPS", event, sequence: number, topicSequence: number)
        }
        let bus = try LaterBus(
            [message(1, .gps(.make())), message(6, nil), message(7, .gps(.make()))],
            kept: [
                message(2, nil), message(3, .gps(.make())), message(4, nil), message(5, nil), message(6, nil),
                message(7, .gps(.make())),
            ])
        let outcome = try await bus.deliveries(until: 7)
        #expect(outcome.deliveries.compactMap(\.envelope?.sequence) == [1, 3, 7])
        #expect(outcome.deliveries.count == 3, "and no loss is reported")
        #expect(bus.heard.missed.filter { $0.topic == .onGPS }.map(\.first) == [2])
        #expect(bus.heard.snapshots == 1)
        #expect((outcome.counters.gaps, outcome.counters.repaired, outcome.counters.missed) == (1, 1, 0))
    }

    @Test func `an unreadable event is fetched again`() async throws {
        let fixes = (1...3).map { Message("onGPS", .gps(.make()), sequence: $0, topicSequence: $0) }
        var broken = fixes
        broken[1].envelope.removeLast()
        let outcome = try await LaterBus(broken, kept: Array(fixes[1...])).deliveries(until: 3)
        #expect(outcome.envelopes.map(\.sequence) == [1, 2, 3])
        #expect((outcome.counters.malformed, outcome.counters.repaired) == (1, 1))
    }

    @Test func `the next join continues the wait for a slow snapshot`() async throws {
        let bus = try LaterBus([])
        bus.answersSnapshots = false
        try await bus.served { client in
            for _ in 1...3 {
                #expect(throws: BusError.self) { try client.join(.make(), timeout: .milliseconds(400)) }
                #expect(throws: BusError.self, "it has not joined") { try client.next(timeout: .zero) }
            }
            bus.answersSnapshots = true
            try client.join(.make(), timeout: .seconds(20))
        }
        #expect(bus.heard.hellos == 1, "one stream, which continues")
    }

    private func expectNothingWasAsked(of bus: LaterBus, _ outcome: Listener.Outcome) {
        #expect(outcome.counters == BusClient.Counters())
        #expect(bus.heard.missed.isEmpty)
        #expect(bus.heard.hellos == 1)
        #expect(bus.heard.snapshots == 1)
    }
}
