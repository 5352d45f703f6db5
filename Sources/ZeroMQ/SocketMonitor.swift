import CZeroMQ
import Glibc

/// Tells of the connections of a socket. It must be drained: while its queue is full, libzmq accepts nobody.
public final class SocketMonitor {
    /// What happens to a connection.
    public enum Happening: Sendable, Hashable {
        /// Somebody has connected; the file descriptor.
        case accepted(Int32)
        /// A connection has ended; its former file descriptor.
        case ended(Int32)
        /// Somebody does not speak the protocol, or not with the wanted mechanism, or took too long.
        case failedHandshake
        /// A connection ended before its handshake was over, without a violation of the protocol.
        case leftHandshake
        /// Somebody was kept out by the ``Gatekeeper``.
        case keptOut
        /// Nobody more can be accepted: no file descriptor is left, mostly. The system's error number.
        case cannotAccept(Int32)
    }

    /// The socket to watch.
    public let socket: Socket
    private let watched: Socket
    private var frame = Frame()

    /// Begins to tell of a socket; `name` is unique in its context. Bind the socket afterwards.
    public init(_ watched: Socket, context: Context, name: String) throws(ZeroMQError) {
        let endpoint = "inproc://monitor-\(name)"
        let events =
            ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED | ZMQ_EVENT_DISCONNECTED
            | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
            | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        guard zmq_socket_monitor(watched.handle, endpoint, events) == 0 else {
            throw ZeroMQError("watch connections at", endpoint: endpoint)
        }
        self.watched = watched
        socket = try Socket(.pair, context: context)
        // As few as can be may wait: while many do, nobody more is accepted, and that is what keeps the number of open
        // connections bounded until they are heard of. (libzmq adds a thousand of its own.)
        try socket.set(.receiveHighWater, 1)
        try socket.connect(endpoint)
    }

    deinit {
        // While the queue is full, libzmq's own thread waits with the lock that is needed to end the watch.
        for _ in 0..<Self.mostWaiting {
            guard let isThere = try? socket.receive(into: &frame), isThere else { break }
        }
        zmq_socket_monitor(watched.handle, nil, 0)
    }

    /// More frames than ever wait, so that those who come at this moment do not keep us.
    private static let mostWaiting = 8192

    /// The next happening; `nil` if there is none.
    public func next() throws(ZeroMQError) -> Happening? {
        while try socket.receive(into: &frame) {
            let (kind, value) = frame.withBytes { bytes in
                bytes.count >= 6
                    ? (bytes.loadUnaligned(as: UInt16.self), bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self))
                    : (0, 0)
            }
            // The address follows.
            while frame.hasMore, try socket.receive(into: &frame) {}
            if let happening = Self.happening(Int32(kind), value) { return happening }
        }
        return nil
    }

    private static func happening(_ kind: Int32, _ value: Int32) -> Happening? {
        switch kind {
        case ZMQ_EVENT_ACCEPTED: .accepted(value)
        case ZMQ_EVENT_DISCONNECTED: .ended(value)
        case ZMQ_EVENT_ACCEPT_FAILED: .cannotAccept(value)
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .keptOut
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .failedHandshake
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .leftHandshake
        default: nil
        }
    }
}
