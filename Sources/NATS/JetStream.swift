import CNATS
import Glibc
import Platform

/// The streams of a cluster: logs of messages by subject, which are stored and replicated.
///
/// All calls block, and can be made from any thread. Calls that only read, or that can be repeated without effect, are
/// repeated until their timeout while a leader is elected.
public struct JetStream: Sendable {
    /// The connection.
    public let connection: NATSConnection
    private let context: JetStreamContext

    /// Uses JetStream over a connection.
    public init(_ connection: NATSConnection) throws(NATSError) {
        self.connection = connection
        context = try JetStreamContext(connection)
    }

    /// Creates a stream, or gives the existing stream these limits.
    ///
    /// - Throws: ``NATSError/other(operation:code:reason:)`` if the existing stream cannot be changed this way, or if the cluster
    ///   has fewer servers than replicas.
    public func ensureStream(_ settings: StreamSettings, timeout: Duration = .seconds(10)) throws(NATSError) {
        let body = settings.json.bytes
        do throws(NATSError) {
            _ = try call("STREAM.CREATE.\(settings.name)", body, stream: settings.name, timeout)
        } catch .other(_, JetStreamCode.streamNameInUse, _) {
            _ = try call("STREAM.UPDATE.\(settings.name)", body, stream: settings.name, timeout)
        }
    }

    /// Deletes a stream with its messages.
    public func deleteStream(_ stream: String, timeout: Duration = .seconds(10)) throws(NATSError) {
        _ = try call("STREAM.DELETE.\(stream)", [], stream: stream, timeout)
    }

    /// The content of a stream, and its leader.
    public func streamState(_ stream: String, timeout: Duration = .seconds(5)) throws(NATSError) -> StreamState {
        let root = try call("STREAM.INFO.\(stream)", [], stream: stream, timeout).root
        let state = root.member("state")
        return StreamState(
            messageCount: state?.count("messages") ?? 0, byteCount: state?.count("bytes") ?? 0,
            firstSequence: state?.count("first_seq") ?? 0, lastSequence: state?.count("last_seq") ?? 0,
            leader: root.member("cluster")?.member("leader")?.text)
    }

    /// Publishes a message and waits until a majority of the replicas has stored it.
    ///
    /// After a timeout the message may have been stored. With a message id, the call can be repeated: the stream stores each
    /// id once within its duplicate window. A repetition is recognized before the expected sequence is compared.
    ///
    /// - Parameters:
    ///   - messageID: Identifies the message; `nil` for none.
    ///   - expectedLastSubjectSequence: The sequence of the last message of this subject, 0 if there is none; `nil` for any.
    /// - Throws: ``NATSError/wrongLastSequence(subject:)``, ``NATSError/noResponders(subject:)`` if no stream has the subject or
    ///   its leader is being elected, and what ``NATSConnection/request(_:_:headers:timeout:)`` throws.
    public func publish(
        _ subject: String, _ payload: [UInt8], messageID: String? = nil, expectedLastSubjectSequence: UInt64? = nil,
        headers: [NATSMessage.Header] = [], timeout: Duration = .seconds(5)
    ) throws(NATSError) -> PublishAck {
        let reply = try connection.request(
            subject, payload,
            headers: headers + PublishAck.headers(messageID, expectedLastSubjectSequence), timeout: timeout)
        return try PublishAck(reply, subject: subject)
    }

    /// Reads the messages of a stream in order; see ``LogReader``.
    ///
    /// - Parameters:
    ///   - subject: A filter, which may have wildcards; `nil` for all messages.
    ///   - start: The first message.
    ///   - timeout: The longest wait until the server is ready to send; zero does not wait for it.
    public func reader(
        _ stream: String, subject: String? = nil, from start: LogStart, timeout: Duration = .seconds(10)
    ) throws(NATSError) -> LogReader {
        try reader(stream, subject: subject, from: start, isHeadersOnly: false, timeout: timeout)
    }

    func reader(
        _ stream: String, subject: String?, from start: LogStart, isHeadersOnly: Bool, timeout: Duration
    ) throws(NATSError) -> LogReader {
        var start = start
        if case .new = start { start = .sequence(try streamState(stream, timeout: timeout).lastSequence + 1) }
        return try LogReader(
            connection, stream: stream, filter: subject, from: start, isHeadersOnly: isHeadersOnly, timeout: timeout)
    }

    /// The last message of a subject, from the leader of the stream; `nil` if there is none.
    public func lastMessage(
        _ stream: String, subject: String, timeout: Duration = .seconds(5)
    ) throws(NATSError) -> LoggedMessage? {
        guard Names.isSubject(subject) else { throw .invalidName(subject) }
        return try repeating(timeout) { milliseconds throws(NATSError) in
            try context.lastMessage(stream, subject: subject, milliseconds: milliseconds)
        }
    }

    /// Calls the API of JetStream, and repeats the call while the cluster cannot answer.
    private func call(
        _ name: String, _ body: [UInt8], stream: String, _ timeout: Duration
    ) throws(NATSError) -> JSONDocument {
        try repeating(timeout) { milliseconds throws(NATSError) in
            let reply = try connection.request(
                JetStreamCode.prefix + name, body, timeout: .milliseconds(milliseconds))
            return try JetStreamCode.answer(reply.payload, operation: "call \(name) of JetStream", stream: stream)
        }
    }

    /// Repeats a call after temporary errors.
    private func repeating<Value>(
        _ timeout: Duration, _ call: (_ milliseconds: Int64) throws(NATSError) -> Value
    ) throws(NATSError) -> Value {
        let deadline = MonotonicInstant.now.advanced(by: timeout)
        while true {
            // A server that has just died does not answer: one call waits for a part of the time only.
            let remaining = deadline.milliseconds(since: .now)
            do throws(NATSError) {
                return try call(min(max(remaining, 1), Self.callMilliseconds))
            } catch {
                guard error.isTemporary, deadline.milliseconds(since: .now) > Self.pauseMilliseconds else {
                    throw error
                }
                usleep(UInt32(Self.pauseMilliseconds) * 1000)
            }
        }
    }

    private static let callMilliseconds: Int64 = 2000
    private static let pauseMilliseconds: Int64 = 100
}

/// The part of JetStream for which libnats is used: reading a message with its headers.
///
/// `@unchecked Sendable`: libnats locks its contexts, and the pointer never changes.
private final class JetStreamContext: @unchecked Sendable {
    private let handle: OpaquePointer
    private let connection: NATSConnection

    init(_ connection: NATSConnection) throws(NATSError) {
        var context: OpaquePointer?
        let status = natsConnection_JetStream(&context, connection.handle, nil)
        guard status == NATS_OK, let context else { throw connection.error(status, "use JetStream") }
        (handle, self.connection) = (context, connection)
    }

    func lastMessage(_ stream: String, subject: String, milliseconds: Int64) throws(NATSError) -> LoggedMessage? {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Wait = milliseconds
        var message: OpaquePointer?
        var code = jsErrCode(0)
        let status = js_GetLastMsg(&message, handle, stream, subject, &options, &code)
        guard status == NATS_OK, let message else {
            if Int(code.rawValue) == JetStreamCode.noMessage { return nil }
            if Int(code.rawValue) == JetStreamCode.streamMissing { throw .streamMissing(stream: stream) }
            if status == NATS_NO_RESPONDERS { throw .noResponders(subject: subject) }
            if JetStreamCode.temporary.contains(Int(code.rawValue)) {
                throw .unavailable(operation: "read \(subject)", reason: "JetStream has no leader")
            }
            throw connection.error(status, "read the last message of \(subject)")
        }
        defer { natsMsg_Destroy(message) }
        return LoggedMessage(
            NATSMessage(message), sequence: natsMsg_GetSequence(message), nanoseconds: natsMsg_GetTime(message),
            pending: 0)
    }

    deinit { jsCtx_Destroy(handle) }
}

/// The API of JetStream: requests and answers in JSON.
enum JetStreamCode {
    static let prefix = "$JS.API."
    static let streamNameInUse = 10058
    static let streamMissing = 10059
    static let noMessage = 10037
    static let wrongLastSequence = 10071
    /// "JetStream system temporarily unavailable", "cluster not ready", "no leader".
    static let temporary: Set<Int> = [10008, 10009]

    /// The answer of the API, or the error in it.
    static func answer(_ bytes: [UInt8], operation: String, stream: String) throws(NATSError) -> JSONDocument {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes)
        } catch {
            throw .other(operation: operation, code: 0, reason: "the answer is not JSON")
        }
        guard let error = document.root.member("error") else { return document }
        let code = Int(error.count("err_code"))
        let reason = error.member("description")?.text ?? "refused"
        switch code {
        case streamMissing: throw .streamMissing(stream: stream)
        case wrongLastSequence: throw .wrongLastSequence(subject: stream)
        default:
            guard error.count("code") != 503 else { throw .unavailable(operation: operation, reason: reason) }
            throw .other(operation: operation, code: code, reason: reason)
        }
    }
}

extension JSONNode {
    /// A number of a member, as JetStream writes counts and sequences; 0 if it is absent.
    func count(_ name: StaticString) -> UInt64 { member(name)?.number.flatMap(UInt64.init(exactly:)) ?? 0 }
}

extension MonotonicInstant {
    func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: nanoseconds + UInt64(max(0, duration.milliseconds)) * 1_000_000)
    }

    /// Milliseconds since another instant, rounded up; 0 if this one is earlier.
    func milliseconds(since other: MonotonicInstant) -> Int64 {
        nanoseconds <= other.nanoseconds ? 0 : Int64(clamping: (nanoseconds - other.nanoseconds + 999_999) / 1_000_000)
    }
}
