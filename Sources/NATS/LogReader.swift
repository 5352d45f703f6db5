import CNATS
import Platform

/// The first message of a ``LogReader``.
public enum LogStart: Sendable, Hashable {
    /// The message with this sequence, or the first after it that is stored; 1 for the first of all.
    case sequence(UInt64)
    /// The first message after this call.
    case new
    /// The last message of each subject, then all new ones.
    case lastPerSubject
}

/// A message of a stream.
public struct LoggedMessage: Sendable, Hashable {
    /// The sequence in the stream.
    public let sequence: UInt64
    /// The time at which the leader stored the message: nanoseconds since 1970-01-01T00:00:00Z.
    public let nanosecondsSinceEpoch: Int64
    /// The number of messages for the reader after this one, at the time it was sent.
    public let pending: UInt64
    /// The subject to which it was published.
    public let subject: String
    /// The payload.
    public let payload: [UInt8]
    /// The headers.
    public let headers: [NATSMessage.Header]

    /// The value of a header; `nil` if the message has no such header.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    init(_ message: NATSMessage, sequence: UInt64, nanoseconds: Int64, pending: UInt64) {
        (self.sequence, nanosecondsSinceEpoch, self.pending) = (sequence, nanoseconds, pending)
        (subject, payload, headers) = (message.subject, message.payload, message.headers)
    }
}

/// Reads the messages of a stream in order, each once, also when servers fail.
///
/// It has an ephemeral push consumer. If a message is missing, or the server is silent, it makes another consumer, which
/// begins after the last message. One thread uses it.
public final class LogReader {
    private let connection: NATSConnection
    private let stream: String
    private let filter: String?
    private let isHeadersOnly: Bool
    private var start: LogStart
    private var subscription: InboxSubscription
    /// The number of the next message of the present consumer.
    private var nextNumber: UInt64 = 1
    /// When the present consumer is given up.
    private var consumerDeadline = MonotonicInstant.now
    private var isConfirmed = false
    /// Messages that were received before the consumer was confirmed.
    private var early: [LoggedMessage] = []

    /// The number of messages that are not read yet, as of the last message; first as of the start.
    public private(set) var pending: UInt64 = 0

    /// The consumer announces itself this often while there is no message.
    private static let heartbeat: Duration = .milliseconds(500)
    /// The silence after which the consumer is replaced.
    private static let maxSilence: Duration = .milliseconds(1500)
    /// The longest wait for the confirmation of a consumer.
    private static let confirmation: Duration = .milliseconds(2000)
    /// The pause after a failure, while the stream has no leader or no server is connected.
    private static let pause: Duration = .milliseconds(100)

    init(
        _ connection: NATSConnection, stream: String, filter: String?, from start: LogStart, isHeadersOnly: Bool,
        timeout: Duration
    ) throws(NATSError) {
        for name in [stream, filter].compactMap({ $0 }) where !Names.isFilter(name) { throw .invalidName(name) }
        (self.connection, self.stream, self.filter, self.start) = (connection, stream, filter, start)
        self.isHeadersOnly = isHeadersOnly
        subscription = try InboxSubscription(connection)
        try createConsumer()
        let deadline = MonotonicInstant.now.advanced(by: timeout)
        while timeout > .zero, !isConfirmed {
            guard MonotonicInstant.now < deadline else { throw .timeout(operation: "read the stream \(stream)") }
            if let message = try receive(until: min(deadline, consumerDeadline)) { early.append(message) }
        }
        if let first = early.first { pending = first.pending + 1 }
    }

    /// The next message; blocks until one arrives.
    ///
    /// - Parameter timeout: The longest wait; zero returns only what has arrived.
    /// - Returns: `nil` after the timeout, also while the servers fail.
    /// - Throws: ``NATSError/streamMissing(stream:)`` if the stream was deleted, ``NATSError/closed``.
    public func next(timeout: Duration) throws(NATSError) -> LoggedMessage? {
        let message = try early.isEmpty ? receive(within: timeout) : early.removeFirst()
        if let message { pending = message.pending }
        return message
    }

    private func receive(within timeout: Duration) throws(NATSError) -> LoggedMessage? {
        let deadline = MonotonicInstant.now.advanced(by: timeout)
        while true {
            if let message = try receive(until: deadline) { return message }
            if MonotonicInstant.now >= deadline { return nil }
        }
    }

    /// Ends the reader; also happens with the object.
    public func close() { subscription.end() }

    /// Receives until there is a message, the consumer is confirmed, or nothing has arrived until the deadline.
    private func receive(until deadline: MonotonicInstant) throws(NATSError) -> LoggedMessage? {
        while true {
            let end = min(deadline, consumerDeadline)
            guard let message = try subscription.next(milliseconds: end.milliseconds(since: .now)) else {
                // The caller may have been away: what has arrived counts before the silence.
                if MonotonicInstant.now >= consumerDeadline { try createConsumer() }
                if MonotonicInstant.now >= deadline { return nil }
                continue
            }
            let wasConfirmed = isConfirmed
            if let logged = try handle(message) { return logged }
            if isConfirmed != wasConfirmed { return nil }
        }
    }

    private func handle(_ message: NATSMessage) throws(NATSError) -> LoggedMessage? {
        guard let position = LogPosition(message.replyTo) else {
            if let status = message.header("Status") {
                try handle(status: status, message)
            } else {
                try confirm(message)
            }
            return nil
        }
        guard position.number == nextNumber else {
            try createConsumer()
            return nil
        }
        postpone(Self.maxSilence)
        nextNumber += 1
        // A server that lags behind begins with its last message, if the first one is not there yet.
        if case .sequence(let first) = start, position.sequence < first { return nil }
        start = .sequence(position.sequence + 1)
        return LoggedMessage(
            message, sequence: position.sequence, nanoseconds: position.nanosecondsSinceEpoch,
            pending: position.pending)
    }

    /// Handles a message of the server about the consumer.
    private func handle(status: String, _ message: NATSMessage) throws(NATSError) {
        guard status == "100" else {
            // No server answers at present (503), or the consumer was deleted (409).
            postpone(Self.pause)
            return
        }
        postpone(Self.maxSilence)
        // A request of the flow control: the server continues after the answer, which says that everything before is read.
        if let reply = message.replyTo ?? message.header("Nats-Consumer-Stalled") {
            try publish(reply, [])
        }
        if let last = message.header("Nats-Last-Consumer"), UInt64(last) != nextNumber - 1 { try createConsumer() }
    }

    /// Handles the answer to the creation of the consumer.
    private func confirm(_ message: NATSMessage) throws(NATSError) {
        do throws(NATSError) {
            let root = try JetStreamCode.answer(
                message.payload, operation: "read the stream \(stream)", stream: stream
            ).root
            isConfirmed = true
            postpone(Self.maxSilence)
            // Messages that were sent before the answer are no longer pending there.
            if nextNumber == 1 {
                pending = root.count("num_pending") + (root.member("delivered")?.count("consumer_seq") ?? 0)
            }
        } catch  where error.isTemporary {
            postpone(Self.pause)
        }
    }

    private func postpone(_ duration: Duration) { consumerDeadline = .now.advanced(by: duration) }

    /// Requests a consumer with an inbox of its own, so that messages of the former one do not arrive. The answer arrives there
    /// too. The server deletes the former consumer, whose inbox has no subscriber.
    private func createConsumer() throws(NATSError) {
        guard connection.isConnected else {
            // Requests in the reconnect buffer would make many consumers.
            guard !connection.isClosed else { throw .closed }
            postpone(Self.pause)
            return
        }
        subscription.end()
        subscription = try InboxSubscription(connection)
        nextNumber = 1
        postpone(Self.confirmation)
        var configuration: [JSONText.Member] = [
            .init("deliver_subject", .string(subscription.inbox)), .init("ack_policy", "none"),
            .init("max_deliver", 1), .init("replay_policy", "instant"), .init("flow_control", true),
            .init("idle_heartbeat", .integer(Self.heartbeat.nanoseconds)),
            .init("inactive_threshold", .integer(5_000_000_000)), .init("num_replicas", 1),
            .init("mem_storage", true), .init("headers_only", .bool(isHeadersOnly)),
        ]
        // The last messages of all subjects need a filter.
        configuration.append(.init("filter_subject", .string(filter ?? ">")))
        switch start {
        case .sequence(let sequence):
            configuration += [
                .init("deliver_policy", "by_start_sequence"),
                .init("opt_start_seq", .integer(Int(clamping: max(1, sequence)))),
            ]
        case .new: configuration.append(.init("deliver_policy", "new"))
        case .lastPerSubject: configuration.append(.init("deliver_policy", "last_per_subject"))
        }
        let body: JSONText = ["stream_name": .string(stream), "config": .object(configuration)]
        try publish("\(JetStreamCode.prefix)CONSUMER.CREATE.\(stream)", body.bytes, replyTo: subscription.inbox)
    }

    /// Publishes to the server; while it is not connected, the silence leads to another try.
    private func publish(_ subject: String, _ payload: [UInt8], replyTo: String? = nil) throws(NATSError) {
        do throws(NATSError) {
            try connection.publish(subject, payload, replyTo: replyTo)
        } catch  where error.isTemporary {}
    }
}

/// The numbers of a message in a stream, from the subject for its acknowledgement:
/// `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.NUMBER.TIME.PENDING`, with a domain and a hash before the stream in newer servers.
private struct LogPosition {
    let sequence: UInt64
    let number: UInt64
    let nanosecondsSinceEpoch: Int64
    let pending: UInt64

    init?(_ subject: String?) {
        guard let subject, subject.hasPrefix("$JS.ACK.") else { return nil }
        let parts = subject.split(separator: ".")
        let first = parts.count == 9 ? 5 : 7
        guard parts.count >= first + 4, let sequence = UInt64(parts[first]), let number = UInt64(parts[first + 1]),
            let time = Int64(parts[first + 2]), let pending = UInt64(parts[first + 3])
        else { return nil }
        (self.sequence, self.number, nanosecondsSinceEpoch, self.pending) = (sequence, number, time, pending)
    }
}

/// A subscription to an inbox of its own, without a handler.
private final class InboxSubscription {
    let inbox: String
    private let handle: OpaquePointer
    private let connection: NATSConnection

    init(_ connection: NATSConnection) throws(NATSError) {
        inbox = connection.newInbox()
        var subscription: OpaquePointer?
        let status = natsConnection_SubscribeSync(&subscription, connection.handle, inbox)
        guard status == NATS_OK, let subscription else { throw connection.error(status, "subscribe to an inbox") }
        (handle, self.connection) = (subscription, connection)
        // The flow control of the consumer limits the messages that wait; libnats would drop them.
        natsSubscription_SetPendingLimits(subscription, -1, -1)
    }

    /// The next message; `nil` if none arrives in time.
    func next(milliseconds: Int64) throws(NATSError) -> NATSMessage? {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, handle, milliseconds)
        if status == NATS_TIMEOUT { return nil }
        guard status == NATS_OK, let message else { throw connection.error(status, "receive a message") }
        defer { natsMsg_Destroy(message) }
        return NATSMessage(message)
    }

    func end() { natsSubscription_Unsubscribe(handle) }

    deinit { natsSubscription_Destroy(handle) }
}
