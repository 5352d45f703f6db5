import CZeroMQ
import Glibc

/// Reports the connections of a socket. Its events must be read: while its queue is full, libzmq accepts no connection.
public final class SocketMonitor {
    /// An event of a connection.
    public enum Event: Sendable, Hashable {
        /// A peer has connected; the file descriptor.
        case accepted(Int32)
        /// A connection has ended; its former file descriptor.
        case ended(Int32)
        /// A peer does not speak the protocol, uses another mechanism, or took too long.
        case failedHandshake
        /// A connection ended before its handshake was complete, without a violation of the protocol.
        case leftHandshake
        /// The ``ZAPHandler`` refused a peer.
        case rejected
        /// A connection could not be accepted, mostly because no file descriptor is left; the system's error number.
        case cannotAccept(Int32)
    }

    /// The socket to watch.
    public let socket: Socket
    private let watched: Socket
    private var frame = Frame()

    /// Begins to monitor a socket. `name` is unique in its context. Bind the socket afterwards.
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
        // The queue is as short as possible: while it is full, no connection is accepted, which limits the number of
        // open connections until they are handled. (libzmq adds a thousand of its own.)
        try socket.set(.receiveHighWater, 1)
        try socket.connect(endpoint)
    }

    deinit {
        // While the queue is full, the thread of libzmq waits with the lock that is needed to end the monitor.
        for _ in 0..<Self.maxWaiting {
            guard let isThere = try? socket.receive(into: &frame), isThere else { break }
        }
        zmq_socket_monitor(watched.handle, nil, 0)
    }

    /// More frames than ever wait, so that new connections do not prolong the loop.
    private static let maxWaiting = 8192

    /// The next event; `nil` if there is none.
    public func next() throws(ZeroMQError) -> Event? {
        while try socket.receive(into: &frame) {
            let (kind, value) = frame.withBytes { bytes in
                bytes.count >= 6
                    ? (bytes.loadUnaligned(as: UInt16.self), bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self))
                    : (0, 0)
            }
            // The address follows.
            while frame.hasMore, try socket.receive(into: &frame) {}
            if let event = Self.event(Int32(kind), value) { return event }
        }
        return nil
    }

    private static func event(_ kind: Int32, _ value: Int32) -> Event? {
        switch kind {
        case ZMQ_EVENT_ACCEPTED: .accepted(value)
        case ZMQ_EVENT_DISCONNECTED: .ended(value)
        case ZMQ_EVENT_ACCEPT_FAILED: .cannotAccept(value)
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .rejected
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .failedHandshake
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .leftHandshake
        default: nil
        }
    }
}
