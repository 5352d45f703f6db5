import CNATS
import Glibc

/// A connection to a NATS server, which moves to another server of the cluster when its server fails.
///
/// It can be used from any thread. libnats reads and reconnects on threads of its own. The connection ends with the object.
///
/// `@unchecked Sendable`: libnats locks its connections, and the pointer never changes.
public final class NATSConnection: @unchecked Sendable {
    let handle: OpaquePointer
    private let servers: [String]
    private let inboxPrefix: String

    /// Threads for the handlers of all subscriptions of the process.
    private static let deliveryThreads: Int32 = 2
    private static let isPoolReady: Bool = nats_SetMessageDeliveryPoolSize(deliveryThreads) == NATS_OK

    /// Connects to the first server that answers. Later, the connection is repaired without limit.
    ///
    /// - Parameters:
    ///   - settings: The servers and the identity.
    ///   - onStatus: Receives the changes of the connection, in order, on a thread of libnats; it must not block.
    /// - Throws: ``NATSError/notConnected(servers:reason:)`` if no server answers,
    ///   ``NATSError/authentication(servers:reason:)`` if one refuses the credentials.
    public init(
        _ settings: Settings, onStatus: (@Sendable (NATSStatus) -> Void)? = nil
    ) throws(NATSError) {
        _ = Self.isPoolReady
        servers = settings.printableServers
        inboxPrefix = settings.inboxPrefix
        let callbacks = Unmanaged.passRetained(ConnectionCallbacks(onStatus))
        var connection: OpaquePointer?
        do throws(NATSError) {
            let options = try Options.make(settings, callbacks: callbacks.toOpaque())
            let status = natsConnection_Connect(&connection, options.handle)
            guard status == NATS_OK, connection != nil else {
                throw NATSError(status, "connect to \(servers.joined(separator: ", "))", servers: servers)
            }
        } catch {
            // A connection that was never made reports no end.
            callbacks.release()
            throw error
        }
        guard let connection else { throw .closed }
        handle = connection
    }

    deinit { natsConnection_Destroy(handle) }

    /// Whether a server is connected at present.
    public var isConnected: Bool { natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }

    /// Whether the connection has ended for ever.
    public var isClosed: Bool { natsConnection_IsClosed(handle) }

    /// The address of the connected server; empty if none is connected.
    public var server: String { Self.server(of: handle) }

    /// The most bytes of a payload, its headers included, that the server accepts.
    public var maxPayloadBytes: Int { Int(clamping: natsConnection_GetMaxPayload(handle)) }

    /// Ends the connection for ever; handlers that run at this moment end afterwards. May be called twice, and from a
    /// handler.
    public func close() { natsConnection_Close(handle) }

    /// A subject that nobody else uses, for answers.
    public func newInbox() -> String {
        "\(inboxPrefix).\(UInt64.random(in: 0 ... .max))\(UInt64.random(in: 0 ... .max))"
    }

    /// Publishes a message: copies it into the output buffer, which libnats sends within about a millisecond. Does not block,
    /// unless the network is slower than the publisher.
    ///
    /// While no server is connected, the message waits in the reconnect buffer.
    ///
    /// - Throws: ``NATSError/payloadTooLarge(byteCount:maxBytes:)``, ``NATSError/invalidName(_:)``, ``NATSError/closed``. If the
    ///   account may not publish there, the server says so later: ``NATSStatus/refused(_:)``.
    public func publish(
        _ subject: String, _ payload: UnsafeRawBufferPointer, replyTo: String? = nil, headers: [NATSMessage.Header] = []
    ) throws(NATSError) {
        let message = try message(subject, payload, replyTo: replyTo, headers: headers)
        let status = natsConnection_PublishMsg(handle, message.handle)
        guard status == NATS_OK else { throw error(status, "publish to \(subject)") }
    }

    /// Publishes a message; see ``publish(_:_:replyTo:headers:)``.
    public func publish(
        _ subject: String, _ payload: [UInt8], replyTo: String? = nil, headers: [NATSMessage.Header] = []
    ) throws(NATSError) {
        // The buffer call cannot rethrow a typed error, so the outcome is returned as a value.
        try payload.withUnsafeBytes { bytes in
            Result { () throws(NATSError) in try publish(subject, bytes, replyTo: replyTo, headers: headers) }
        }.get()
    }

    /// Publishes a message and waits for the first answer. Blocks.
    ///
    /// - Throws: ``NATSError/noResponders(subject:)`` at once if no process answers on the subject,
    ///   ``NATSError/timeout(operation:)``, ``NATSError/permission(reason:)``, and what ``publish(_:_:replyTo:headers:)`` throws.
    public func request(
        _ subject: String, _ payload: [UInt8], headers: [NATSMessage.Header] = [], timeout: Duration
    ) throws(NATSError) -> NATSMessage {
        try payload.withUnsafeBytes { bytes in
            Result { () throws(NATSError) in
                let message = try message(subject, bytes, replyTo: nil, headers: headers)
                var reply: OpaquePointer?
                let status = natsConnection_RequestMsg(&reply, handle, message.handle, timeout.milliseconds)
                if status == NATS_NO_RESPONDERS { throw .noResponders(subject: subject) }
                guard status == NATS_OK, let reply else {
                    if status == NATS_TIMEOUT, let violation = violation(of: subject) { throw violation }
                    throw error(status, "request \(subject)")
                }
                defer { natsMsg_Destroy(reply) }
                return NATSMessage(reply)
            }
        }.get()
    }

    /// Calls a handler for each message of a subject, which may have the wildcards `*` and `>`.
    ///
    /// The handler runs on a thread of libnats, for one message after the other in their order. Few threads serve the
    /// subscriptions of the whole process, so it must not block. 65,536 messages wait for it at most; more are dropped and
    /// reported as ``NATSStatus/slowHandler(subject:)``.
    ///
    /// - Parameter queue: A name; of all subscriptions with this name, one receives each message.
    public func subscribe(
        _ subject: String, queue: String? = nil, _ handler: @escaping @Sendable (NATSMessage) -> Void
    ) throws(NATSError) -> NATSSubscription {
        try NATSSubscription(self, subject, queue: queue, handler)
    }

    /// Waits until the server has received everything that was published and subscribed to. Blocks.
    public func flush(timeout: Duration) throws(NATSError) {
        let status = natsConnection_FlushTimeout(handle, timeout.milliseconds)
        guard status == NATS_OK else { throw error(status, "send to \(server)") }
    }

    /// Copies a message, unless it is too large.
    private func message(
        _ subject: String, _ payload: UnsafeRawBufferPointer, replyTo: String?, headers: [NATSMessage.Header]
    ) throws(NATSError) -> OutgoingMessage {
        // libnats does not count the headers, and the server ends the connection.
        let size = payload.count + Self.size(of: headers)
        guard size <= maxPayloadBytes else { throw .payloadTooLarge(byteCount: size, maxBytes: maxPayloadBytes) }
        return try .make(subject, payload, replyTo: replyTo, headers: headers)
    }

    /// Bytes of headers on the wire: "NATS/1.0", "name: value", an empty line.
    private static func size(of headers: [NATSMessage.Header]) -> Int {
        headers.isEmpty ? 0 : headers.reduce(12) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }

    /// The error of a call on this connection.
    func error(_ status: natsStatus, _ operation: @autoclosure () -> String) -> NATSError {
        NATSError(status, operation(), servers: servers)
    }

    /// The error if the server has refused this subject last.
    private func violation(of subject: String) -> NATSError? {
        var text: UnsafePointer<CChar>?
        guard natsConnection_GetLastError(handle, &text) == NATS_NOT_PERMITTED, let text else { return nil }
        let reason = String(cString: text)
        return reason.contains("\"\(subject)\"") ? .permission(reason: reason) : nil
    }

    static func server(of connection: OpaquePointer?) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard natsConnection_GetConnectedUrl(connection, &buffer, buffer.count) == NATS_OK else { return "" }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
