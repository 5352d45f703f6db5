import Platform

/// The acknowledgement of a stored message.
public struct PublishAck: Sendable, Hashable {
    /// The stream.
    public let stream: String
    /// The sequence of the message in the stream; of a duplicate, that of the first.
    public let sequence: UInt64
    /// Whether the stream already had a message with this id.
    public let isDuplicate: Bool

    /// Reads an acknowledgement, or the error in it.
    init(_ reply: NATSMessage, subject: String) throws(NATSError) {
        guard !reply.isNoResponders else { throw .noResponders(subject: subject) }
        let root = try JetStreamCode.answer(reply.payload, operation: "publish to \(subject)", stream: subject).root
        guard let stream = root.member("stream")?.text else {
            throw .other(operation: "publish to \(subject)", code: 0, reason: "the answer is not from JetStream")
        }
        self.stream = stream
        sequence = root.count("seq")
        isDuplicate = root.member("duplicate")?.flag ?? false
    }

    /// The headers of a message to a stream.
    static func headers(_ messageID: String?, _ expectedLastSubjectSequence: UInt64?) -> [NATSMessage.Header] {
        var headers: [NATSMessage.Header] = []
        if let messageID { headers.append(.init("Nats-Msg-Id", messageID)) }
        if let expectedLastSubjectSequence {
            headers.append(.init("Nats-Expected-Last-Subject-Sequence", "\(expectedLastSubjectSequence)"))
        }
        return headers
    }
}

/// Publishes to streams without waiting for the acknowledgements.
///
/// It repeats nothing. An acknowledgement is lost with the server, so the caller repeats a message without one after a while,
/// with the same message id, and keeps the order of a subject by having one message under way.
public final class AckedPublisher: Sendable {
    private let connection: NATSConnection
    private let inbox: String
    private let subscription: NATSSubscription

    /// Subscribes to the acknowledgements.
    ///
    /// - Parameter onAck: Receives the token of a message and its acknowledgement, or an error, on a thread of libnats; it
    ///   must not block.
    public init(
        _ connection: NATSConnection, onAck: @escaping @Sendable (UInt64, Result<PublishAck, NATSError>) -> Void
    ) throws(NATSError) {
        self.connection = connection
        inbox = connection.newInbox()
        subscription = try connection.subscribe("\(inbox).*") { message in
            // Others can publish to the inbox, so the token may be anything.
            guard let dot = message.subject.lastIndex(of: "."),
                let token = UInt64(message.subject[message.subject.index(after: dot)...])
            else { return }
            onAck(token, Result { () throws(NATSError) in try PublishAck(message, subject: "a stream") })
        }
    }

    /// Publishes a message to a stream; see ``JetStream/publish(_:_:messageID:expectedLastSubjectSequence:headers:timeout:)``.
    /// Does not block.
    ///
    /// - Parameter token: Identifies the message in the acknowledgement.
    public func publish(
        _ subject: String, _ payload: [UInt8], messageID: String?, expectedLastSubjectSequence: UInt64? = nil,
        headers: [NATSMessage.Header] = [], token: UInt64
    ) throws(NATSError) {
        try connection.publish(
            subject, payload, replyTo: "\(inbox).\(token)",
            headers: headers + PublishAck.headers(messageID, expectedLastSubjectSequence))
    }

    /// Ends the subscription: no further acknowledgement is reported.
    public func close() { subscription.unsubscribe() }
}
