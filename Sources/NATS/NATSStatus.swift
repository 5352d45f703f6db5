import CNATS

/// A change of a ``NATSConnection``.
public enum NATSStatus: Sendable, Hashable {
    /// The connection is lost, and other servers are tried; or it was closed.
    case disconnected
    /// A server is connected again, and all subscriptions are made there.
    case reconnected(server: String)
    /// The connection has ended for ever. It is the last change.
    case closed
    /// The server refused something that was published or subscribed to.
    case refused(NATSError)
    /// A handler is too slow: messages of its subscription were dropped.
    case slowHandler(subject: String)
}

/// The receiver of the changes. libnats has a reference until the connection has ended.
final class ConnectionCallbacks: Sendable {
    let onStatus: (@Sendable (NATSStatus) -> Void)?

    init(_ onStatus: (@Sendable (NATSStatus) -> Void)?) { self.onStatus = onStatus }

    /// Sets the callbacks, which libnats calls one after the other on a thread of its own.
    static func set(
        _ callbacks: UnsafeMutableRawPointer, in options: OpaquePointer,
        _ set: (String, @autoclosure () -> natsStatus) throws(NATSError) -> Void
    ) throws(NATSError) {
        try set(
            "callback",
            natsOptions_SetDisconnectedCB(
                options, { _, closure in ConnectionCallbacks.report(.disconnected, to: closure) }, callbacks))
        try set(
            "callback",
            natsOptions_SetReconnectedCB(
                options,
                { connection, closure in
                    ConnectionCallbacks.report(.reconnected(server: NATSConnection.server(of: connection)), to: closure)
                }, callbacks))
        try set(
            "callback",
            natsOptions_SetErrorHandler(
                options,
                { _, subscription, status, closure in
                    if status == NATS_SLOW_CONSUMER {
                        let subject = natsSubscription_GetSubject(subscription).map { String(cString: $0) }
                        ConnectionCallbacks.report(.slowHandler(subject: subject ?? ""), to: closure)
                    } else {
                        // libnats sets the text of this error on this thread; that of the connection may be a later one.
                        ConnectionCallbacks.report(
                            .refused(NATSError(status, "use the connection to NATS")), to: closure)
                    }
                }, callbacks))
        try set(
            "callback",
            natsOptions_SetClosedCB(
                options,
                { _, closure in
                    ConnectionCallbacks.report(.closed, to: closure)
                    closure.map { Unmanaged<ConnectionCallbacks>.fromOpaque($0).release() }
                }, callbacks))
    }

    fileprivate static func report(_ status: NATSStatus, to closure: UnsafeMutableRawPointer?) {
        closure.map { Unmanaged<ConnectionCallbacks>.fromOpaque($0).takeUnretainedValue().onStatus?(status) }
    }
}
