import TestSupport
import BusTestSupport
import EventCodec
import NavigationEvents
import Synchronization
import ZeroMQ

@testable import EventBus

/// A fake bus of a later version: it answers each request for a snapshot with an empty one, publishes the given
/// messages after the first one, and records the requests.
final class LaterBus: Sendable {
    /// A message of the stream.
    struct Message: Sendable {
        var topic: String
        var envelope: [UInt8]

        /// An event with these numbers; `nil` for one of a kind that this version does not know.
        init(_ topic: String, _ event: Event?, sequence: UInt64, topicSequence: UInt64) {
            self.topic = topic
            let envelope = Envelope(
                run: LaterBus.run, sequence: sequence, topicSequence: topicSequence, session: .main,
                monotonicNanoseconds: 0, publishedAt: Timestamp(nanosecondsSinceEpoch: 0), tick: sequence,
                event: event ?? .navigationStopped(.unknown))
            let bytes = envelope.wireBytes()
            // Field 16, empty, instead of field 11.
            self.envelope = event == nil ? bytes.dropLast(2) + [0x82, 0x01, 0] : bytes
        }
    }

    /// The requests that it has received.
    struct Heard: Sendable {
        var hellos = 0
        var missed: [MissedEvents] = []
        /// The number of requests for a snapshot, and of the answers.
        var snapshots = 0
        var states = 0
    }

    static let run: UInt64 = 7
    let folder: TemporaryFolder
    private let laterTopics: [String]
    private let messages: [Message]
    /// The content of the answer to `missed`.
    private let kept: [Message]
    private let state = Mutex((heard: Heard(), isOver: false, answersSnapshots: true))

    init(laterTopics: [String] = [], _ messages: [Message], kept: [Message] = []) throws {
        folder = try TemporaryFolder()
        self.laterTopics = laterTopics
        self.messages = messages
        self.kept = kept
    }

    /// Whether it answers requests for a snapshot. Requests that wait are answered as soon as it does.
    var answersSnapshots: Bool {
        get { state.withLock { $0.answersSnapshots } }
        set { state.withLock { $0.answersSnapshots = newValue } }
    }

    var heard: Heard { state.withLock { $0.heard } }

    /// Returns the deliveries of a client that joins, until the event with this sequence, and its counters.
    func deliveries(until sequence: UInt64) async throws -> Listener.Outcome {
        try await served { client in
            try client.join(.make(), timeout: .seconds(20))
            let deliveries = try client.deliveries { $0.envelope?.sequence == sequence }
            return Listener.Outcome(deliveries: deliveries, counters: client.counters)
        }
    }

    /// Runs while a client lives.
    func served<Value: Sendable>(_ live: @escaping @Sendable (BusClient) throws -> Value) async throws -> Value {
        async let served: Void = onThread { try self.serve() }
        let outcome = try await onThread {
            defer { self.state.withLock { $0.isOver = true } }
            return try live(BusClient(requests: self.folder.endpoints.requests))
        }
        try await served
        return outcome
    }

    private func serve() throws {
        let context = try Context()
        let requests = try Socket(.router, context: context)
        let events = try Socket(.xpub, context: context)
        try requests.bind(folder.endpoints.requests)
        try events.bind(folder.endpoints.events)
        var polled = PollSet()
        polled.add(requests)
        polled.add(events)
        var frame = Frame()
        var waiting: [String] = []
        while !state.withLock({ $0.isOver }) {
            try polled.wait(milliseconds: 20)
            while try events.receive(into: &frame) { waiting += snapshotAsked(by: frame.copy) }
            while answersSnapshots, !waiting.isEmpty { try tellState(on: waiting.removeFirst(), events) }
            while try requests.receive(into: &frame) {
                let peer = frame.copy
                _ = try requests.receive(into: &frame)
                guard let answer = try answer(to: RequestFrame(wireBytes: frame.copy)) else { continue }
                _ = try requests.send(peer, more: true)
                _ = try requests.send(answer)
            }
        }
    }

    private func snapshotAsked(by subscription: [UInt8]) -> [String] {
        let topic = String(decoding: subscription.dropFirst(), as: UTF8.self)
        guard subscription.first == 1, topic.hasPrefix(WireNames.snapshotPrefix) else { return [] }
        state.withLock { $0.heard.snapshots += 1 }
        return [topic]
    }

    private func tellState(on topic: String, _ events: Socket) throws {
        let isFirst = state.withLock { state in
            defer { state.heard.states += 1 }
            return state.heard.states == 0
        }
        let snapshot = Snapshot(run: Self.run, session: .main, sequence: 0, topicSequences: [:], latest: [])
        try send(topic, snapshot.wireBytes(), events)
        guard isFirst else { return }
        for message in messages { try send(message.topic + "/main", message.envelope, events) }
    }

    private func send(_ topic: String, _ payload: [UInt8], _ events: Socket) throws {
        _ = try events.send(Array(topic.utf8), more: true)
        _ = try events.send(payload)
    }

    private func answer(to frame: RequestFrame) -> [UInt8]? {
        switch frame.request {
        case .hello:
            state.withLock { $0.heard.hellos += 1 }
            let welcome = Welcome(run: Self.run, eventsEndpoint: folder.endpoints.events, laterTopics: laterTopics)
            return ReplyFrame(id: frame.id, reply: .welcome(welcome)).wireBytes()
        case .missed(let missed):
            state.withLock { $0.heard.missed.append(missed) }
            let events = kept.filter { $0.topic == missed.topic.rawValue }.flatMap { Self.field(1, $0.envelope) }
            // Written by hand: this version cannot encode an event that it does not know.
            return [1 << 3, UInt8(frame.id)] + Self.field(2, Self.field(2, events))
        default: return nil
        }
    }

    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(bytes.count & 0x7F | 0x80), UInt8(bytes.count >> 7)] + bytes
    }
}
