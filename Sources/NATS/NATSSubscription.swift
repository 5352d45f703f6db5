import CNATS

/// A subscription with a handler. It ends with the object, and keeps its connection.
///
/// `@unchecked Sendable`: libnats locks its subscriptions, and the pointer never changes.
public final class NATSSubscription: @unchecked Sendable {
    private let handle: OpaquePointer
    private let connection: NATSConnection

    init(
        _ connection: NATSConnection, _ subject: String, queue: String?,
        _ handler: @escaping @Sendable (NATSMessage) -> Void
    ) throws(NATSError) {
        guard Names.isFilter(subject) else { throw .invalidName(subject) }
        if let queue, !Names.isFilter(queue) { throw .invalidName(queue) }
        let box = Unmanaged.passRetained(Handler(handler))
        let callback: natsMsgHandler = { _, _, message, closure in
            guard let message, let closure else { return }
            let copy = NATSMessage(message)
            natsMsg_Destroy(message)
            Unmanaged<Handler>.fromOpaque(closure).takeUnretainedValue().handle(copy)
        }
        var subscription: OpaquePointer?
        let status =
            if let queue {
                natsConnection_QueueSubscribe(
                    &subscription, connection.handle, subject, queue, callback, box.toOpaque())
            } else {
                natsConnection_Subscribe(&subscription, connection.handle, subject, callback, box.toOpaque())
            }
        guard status == NATS_OK, let subscription else {
            box.release()
            throw connection.error(status, "subscribe to \(subject)")
        }
        (handle, self.connection) = (subscription, connection)
        // libnats calls this after the last call of the handler. If the connection was closed in between, it refuses, and the
        // handler, which may still run, is kept.
        natsSubscription_SetOnCompleteCB(
            subscription, { closure in closure.map { Unmanaged<Handler>.fromOpaque($0).release() } }, box.toOpaque())
    }

    /// Ends the subscription. A call of the handler that runs at this moment ends afterwards. May be called twice, and from
    /// the handler.
    public func unsubscribe() { natsSubscription_Unsubscribe(handle) }

    deinit { natsSubscription_Destroy(handle) }
}

/// The closure of a subscription, which libnats refers to.
private final class Handler: Sendable {
    let handle: @Sendable (NATSMessage) -> Void

    init(_ handle: @escaping @Sendable (NATSMessage) -> Void) { self.handle = handle }
}
