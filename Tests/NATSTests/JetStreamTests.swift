import NATS
import NATSTestSupport
import Testing
import TestSupport

@Suite("Streams of one server") struct JetStreamTests {
    private let connection: NATSConnection
    private let jetStream: JetStream

    init() throws {
        connection = try ConnectionTests.server.get().connect()
        jetStream = try JetStream(connection)
    }

    /// A stream of this name, in memory, with the subjects `NAME.>`.
    private func stream(_ name: String, _ change: (inout StreamSettings) -> Void = { _ in }) throws {
        var settings = StreamSettings(name: name, subjects: ["\(name).>"])
        settings.storage = .memory
        change(&settings)
        try jetStream.ensureStream(settings)
    }

    private func read(_ reader: LogReader) throws -> [LoggedMessage] {
        var messages: [LoggedMessage] = []
        while reader.pending > 0 {
            guard let message = try reader.next(timeout: .seconds(10)) else { break }
            messages.append(message)
        }
        return messages
    }

    @Test func `a stream is created, gets other limits, and is deleted`() throws {
        try stream("limits")
        for number in 0..<5 { _ = try jetStream.publish("limits.a", [UInt8(number)]) }
        try stream("limits")
        #expect(try jetStream.streamState("limits").messageCount == 5)
        try stream("limits") { $0.maxMessagesPerSubject = 2 }
        // The server applies this limit with the next message.
        _ = try jetStream.publish("limits.a", [5])
        let state = try jetStream.streamState("limits")
        #expect((state.messageCount, state.firstSequence, state.lastSequence) == (2, 5, 6))
        try jetStream.deleteStream("limits")
        #expect(throws: NATSError.streamMissing(stream: "limits")) { try jetStream.streamState("limits") }
        #expect(throws: NATSError.streamMissing(stream: "limits")) {
            try jetStream.reader("limits", from: .sequence(1))
        }
        #expect(throws: NATSError.streamMissing(stream: "limits")) {
            try jetStream.lastMessage("limits", subject: "limits.a")
        }
        #expect(throws: NATSError.noResponders(subject: "limits.a")) { try jetStream.publish("limits.a", []) }
    }

    @Test func `a message id is stored once`() throws {
        try stream("once")
        let first = try jetStream.publish("once.a", [1], messageID: "x")
        let again = try jetStream.publish("once.a", [1], messageID: "x")
        #expect((first.stream, first.sequence, first.isDuplicate) == ("once", 1, false))
        #expect((again.sequence, again.isDuplicate) == (1, true))
        #expect(try jetStream.publish("once.a", [1], messageID: "y").sequence == 2)
    }

    @Test func `a publisher with a stale sequence is refused, unless it repeats what was stored`() throws {
        try stream("fence")
        #expect(try jetStream.publish("fence.a", [1], messageID: "1", expectedLastSubjectSequence: 0).sequence == 1)
        #expect(try jetStream.publish("fence.b", [1]).sequence == 2)
        #expect(try jetStream.publish("fence.a", [2], expectedLastSubjectSequence: 1).sequence == 3)
        #expect(throws: NATSError.wrongLastSequence(subject: "fence.a")) {
            try jetStream.publish("fence.a", [9], expectedLastSubjectSequence: 1)
        }
        #expect(throws: NATSError.wrongLastSequence(subject: "fence.a")) {
            try jetStream.publish("fence.a", [9], expectedLastSubjectSequence: 0)
        }
        #expect(try jetStream.publish("fence.a", [1], messageID: "1", expectedLastSubjectSequence: 0).isDuplicate)
        #expect(try jetStream.streamState("fence").messageCount == 3)
    }

    @Test func `acknowledgements arrive with the tokens of their messages`() throws {
        try stream("acks")
        let acks = Collected<(UInt64, Result<PublishAck, NATSError>)>()
        let publisher = try AckedPublisher(connection) { acks.append(($0, $1)) }
        for token in 0..<100 {
            try publisher.publish("acks.a", [UInt8(token)], messageID: "\(token / 2)", token: UInt64(token))
        }
        try publisher.publish("acks.a", [], messageID: nil, expectedLastSubjectSequence: 7, token: .max)
        try publisher.publish("no.stream", [], messageID: nil, token: 1000)
        #expect(eventually { acks.values.count == 102 })
        for (token, ack) in acks.values where token < 100 {
            let ack = try ack.get()
            #expect((ack.sequence, ack.isDuplicate) == (token / 2 + 1, token % 2 == 1))
        }
        let errors = Dictionary(acks.values.filter { $0.0 >= 100 }) { first, _ in first }
        #expect(throws: NATSError.wrongLastSequence(subject: "a stream")) { try errors[.max]?.get() }
        #expect(throws: NATSError.noResponders(subject: "a stream")) { try errors[1000]?.get() }
        publisher.close()
    }

    @Test func `a reader begins at a sequence, filters, and continues with new messages`() throws {
        try stream("log")
        let payloads: [[UInt8]] = [[], [0], [0, 0, 1], [255, 0]]
        for number in 0..<40 {
            _ = try jetStream.publish(
                number % 2 == 0 ? "log.even" : "log.odd", payloads[number % 4], headers: [.init("Number", "\(number)")])
        }
        let reader = try jetStream.reader("log", subject: "log.odd", from: .sequence(11))
        #expect(reader.pending == 15)
        let messages = try read(reader)
        #expect(messages.map(\.sequence) == Array(stride(from: 12, through: 40, by: 2)))
        #expect(messages.map(\.pending) == Array((0..<15).reversed()))
        for message in messages {
            #expect(message.subject == "log.odd")
            #expect(message.payload == payloads[Int(message.sequence - 1) % 4])
            #expect(message.header("Number") == "\(message.sequence - 1)")
            #expect(message.nanosecondsSinceEpoch > 1_600_000_000_000_000_000)
        }
        #expect(try reader.next(timeout: .zero) == nil)
        _ = try jetStream.publish("log.even", [])
        _ = try jetStream.publish("log.odd", [7])
        // Looks like a message of the server itself.
        _ = try jetStream.publish("log.odd", [], headers: [.init("Status", "100")])
        #expect(try reader.next(timeout: .seconds(10))?.payload == [7])
        #expect(try reader.next(timeout: .seconds(10))?.header("Status") == "100")
        reader.close()
        #expect(throws: NATSError.closed) { try reader.next(timeout: .seconds(1)) }
    }

    @Test func `a reader of new messages, of the last ones, and of an empty stream`() throws {
        try stream("starts")
        #expect(try jetStream.reader("starts", from: .sequence(1)).pending == 0)
        for number in 0..<6 { _ = try jetStream.publish("starts.\(number % 3)", [UInt8(number)]) }
        let last = try jetStream.reader("starts", from: .lastPerSubject)
        #expect(try read(last).map(\.payload) == [[3], [4], [5]])
        let new = try jetStream.reader("starts", from: .new)
        #expect(try new.next(timeout: .zero) == nil)
        _ = try jetStream.publish("starts.new", [6])
        #expect(try new.next(timeout: .seconds(10))?.payload == [6])
        #expect(try last.next(timeout: .seconds(10))?.payload == [6])
    }

    @Test func `a reader from a message that does not exist yet reads none before it`() throws {
        try stream("later")
        _ = try jetStream.publish("later.a", [1])
        let reader = try jetStream.reader("later", from: .sequence(4))
        for number in 2...5 { _ = try jetStream.publish("later.a", [UInt8(number)]) }
        #expect(try reader.next(timeout: .seconds(10))?.payload == [4])
        #expect(try reader.next(timeout: .seconds(10))?.payload == [5])
    }

    @Test func `an idle reader stays with its consumer, and a deleted stream is an error`() throws {
        try stream("idle")
        let reader = try jetStream.reader("idle", from: .new)
        // Longer than the silence after which a consumer is replaced.
        #expect(try reader.next(timeout: .seconds(4)) == nil)
        _ = try jetStream.publish("idle.a", [1])
        #expect(try reader.next(timeout: .seconds(10))?.payload == [1])
        try jetStream.deleteStream("idle")
        #expect(throws: NATSError.streamMissing(stream: "idle")) {
            while true { _ = try reader.next(timeout: .seconds(1)) }
        }
    }

    @Test func `the last message of a subject`() throws {
        try stream("last")
        #expect(try jetStream.lastMessage("last", subject: "last.a") == nil)
        _ = try jetStream.publish("last.a", [1])
        _ = try jetStream.publish("last.a", [0, 2], headers: [.init("A", "b")])
        _ = try jetStream.publish("last.b", [3])
        let message = try #require(try jetStream.lastMessage("last", subject: "last.a"))
        #expect((message.sequence, message.payload, message.header("A")) == (2, [0, 2], "b"))
    }

    @Test func `more messages than the flow control lets through at once are read in order`() throws {
        try stream("many")
        let acks = Collected<UInt64>()
        let publisher = try AckedPublisher(connection) { token, ack in
            if case .success = ack { acks.append(token) }
        }
        let payload = [UInt8](repeating: 1, count: 1000)
        for token in 0..<30_000 { try publisher.publish("many.a", payload, messageID: nil, token: UInt64(token)) }
        #expect(eventually { acks.values.count == 30_000 })
        let reader = try jetStream.reader("many", from: .sequence(1))
        #expect(try read(reader).map(\.sequence) == Array(1...30_000))
        try jetStream.deleteStream("many")
    }
}

@Suite("Key-value buckets") struct KeyValueTests {
    private func bucket(_ name: String, timeToLive: Duration? = nil) throws -> KeyValueBucket {
        var settings = KeyValueBucket.Settings(name: name)
        (settings.storage, settings.timeToLive) = (.memory, timeToLive)
        return try KeyValueBucket(ensuring: settings, in: JetStream(ConnectionTests.server.get().connect()))
    }

    @Test func `a key is created once, updated from its revision, and created again after its deletion`() throws {
        let bucket = try bucket("keys")
        #expect(try bucket.get("own.1") == nil)
        let first = try bucket.create("own.1", [1, 0])
        #expect(throws: NATSError.keyExists(key: "own.1")) { try bucket.create("own.1", [2]) }
        let second = try bucket.update("own.1", [], revision: first)
        #expect(second > first)
        #expect(throws: NATSError.wrongLastSequence(subject: "$KV.keys.own.1")) {
            try bucket.update("own.1", [9], revision: first)
        }
        #expect(throws: NATSError.wrongLastSequence(subject: "$KV.keys.own.1")) {
            try bucket.delete("own.1", revision: first)
        }
        let entry = try #require(try bucket.get("own.1"))
        #expect((entry.key, entry.value, entry.revision) == ("own.1", [], second))
        try bucket.delete("own.1", revision: second)
        #expect(try bucket.get("own.1") == nil)
        #expect(try bucket.create("own.1", [3]) > second)
        #expect(throws: NATSError.invalidName("$KV.keys.a b")) { try bucket.put("a b", []) }
    }

    @Test func `all keys and values are read at once`() throws {
        let bucket = try bucket("many")
        #expect(try bucket.keys() == [])
        #expect(try bucket.entries() == [])
        for number in 0..<300 { try bucket.put("key.\(number)", [UInt8(number % 256)]) }
        try bucket.put("key.0", [77])
        try bucket.delete("key.1")
        #expect(try bucket.keys() == (2..<300).map { "key.\($0)" } + ["key.0"])
        #expect(try bucket.entries().map(\.value) == (2..<300).map { [UInt8($0 % 256)] } + [[77]])
    }

    @Test func `a value expires unless it is written again, and then another owner can create it`() throws {
        let bucket = try bucket("leases", timeToLive: .milliseconds(600))
        let kept = try bucket.create("kept", [1])
        let left = try bucket.create("left", [1])
        var revision = kept
        // The renewals last until the other key has expired.
        #expect(
            try eventually {
                revision = try bucket.update("kept", [1], revision: revision)
                return try bucket.get("left") == nil
            })
        #expect(throws: NATSError.self) { try bucket.update("left", [1], revision: left) }
        #expect(try bucket.create("left", [2]) > left)
        #expect(try bucket.get("kept")?.revision == revision)
    }
}
