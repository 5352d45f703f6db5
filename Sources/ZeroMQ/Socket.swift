import CZeroMQ
import Glibc

/// A ZeroMQ socket. Not `Sendable`: one thread uses it, which an actor on a ``SocketExecutor`` proves.
///
/// No call blocks: if libzmq would wait, `send` and `receive` return `false`, and ``PollSet`` waits.
public final class Socket {
    /// The types of sockets that navbus uses.
    public enum Kind: Sendable {
        /// Publishes, and receives the subscriptions as messages.
        case xpub
        /// Subscribes by prefix.
        case sub
        /// Answers many peers. The first frame routes to the peer.
        case router
        /// Sends requests, without the strict alternation of a REQ socket.
        case dealer
        /// Connects to one peer in the same process.
        case pair

        var number: Int32 {
            switch self {
            case .xpub: ZMQ_XPUB
            case .sub: ZMQ_SUB
            case .router: ZMQ_ROUTER
            case .dealer: ZMQ_DEALER
            case .pair: ZMQ_PAIR
            }
        }
    }

    private let unmarkedHandle: UnsafeMutableRawPointer
    private let context: Context
    /// The descriptor that becomes readable when libzmq has work for the socket.
    let descriptor: Int32
    /// Whether nothing waits to be received, and no call since can have noticed a message: the next one makes ``descriptor``
    /// readable.
    private(set) var isDrained = false

    /// The socket of libzmq, for a call that may notice messages.
    var handle: UnsafeMutableRawPointer {
        isDrained = false
        return unmarkedHandle
    }

    /// Makes a socket that does not linger when it closes.
    public init(_ kind: Kind, context: Context) throws(ZeroMQError) {
        guard let handle = zmq_socket(context.handle, kind.number) else { throw ZeroMQError("make a socket") }
        unmarkedHandle = handle
        self.context = context
        descriptor = Self.option(ZMQ_FD, of: handle) ?? -1
        try set(.lingerMilliseconds, 0)
    }

    deinit { zmq_close(unmarkedHandle) }

    private static func option(_ number: Int32, of handle: UnsafeMutableRawPointer) -> Int32? {
        var (value, size) = (Int32(0), MemoryLayout<Int32>.size)
        return zmq_getsockopt(handle, number, &value, &size) == 0 ? value : nil
    }

    /// Records that ``descriptor`` is readable.
    func noteWork() { isDrained = false }

    /// Has libzmq do its work, and returns the calls that need no wait, as a set of `ZMQ_POLLIN` and `ZMQ_POLLOUT`.
    func possible() throws(ZeroMQError) -> Int32 {
        guard let events = Self.option(ZMQ_EVENTS, of: unmarkedHandle) else { throw ZeroMQError("wait for messages") }
        isDrained = events & ZMQ_POLLIN == 0
        return events
    }

    /// Listens at an endpoint. For `ipc://`, a file at the path is deleted: check the path before.
    public func bind(_ endpoint: String) throws(ZeroMQError) {
        guard zmq_bind(handle, endpoint) == 0 else { throw ZeroMQError("listen at", endpoint: endpoint) }
    }

    /// Connects to an endpoint, now or as soon as a process listens there.
    public func connect(_ endpoint: String) throws(ZeroMQError) {
        guard zmq_connect(handle, endpoint) == 0 else { throw ZeroMQError("connect to", endpoint: endpoint) }
    }

    /// Ends the connection to an endpoint.
    public func disconnect(_ endpoint: String) throws(ZeroMQError) {
        guard zmq_disconnect(handle, endpoint) == 0 else {
            throw ZeroMQError("disconnect from", endpoint: endpoint)
        }
    }

    /// Subscribes to all messages that begin with these bytes.
    public func subscribe(_ prefix: String) throws(ZeroMQError) {
        try subscribe(Array(prefix.utf8))
    }

    /// Subscribes to all messages that begin with these bytes. On a publisher with ``Option/manualSubscriptions``,
    /// applies the subscription for the peer whose subscription was received last.
    public func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(handle, ZMQ_SUBSCRIBE, prefix, prefix.count) == 0 else {
            throw ZeroMQError("subscribe to \(String(decoding: prefix, as: UTF8.self))")
        }
    }

    /// Withdraws one subscription.
    public func unsubscribe(_ prefix: String) throws(ZeroMQError) {
        try unsubscribe(Array(prefix.utf8))
    }

    /// Withdraws one subscription. On a publisher with ``Option/manualSubscriptions``, that of the peer from which a
    /// message was received last.
    public func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(handle, ZMQ_UNSUBSCRIBE, prefix, prefix.count) == 0 else {
            throw ZeroMQError("unsubscribe from \(String(decoding: prefix, as: UTF8.self))")
        }
    }

    /// The last bound endpoint, with the port that the system chose for `:*`.
    public func lastEndpoint() throws(ZeroMQError) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        var count = bytes.count
        guard zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &bytes, &count) == 0, count > 0 else {
            throw ZeroMQError("read the endpoint of a socket")
        }
        return String(decoding: bytes[..<(count - 1)], as: UTF8.self)
    }

    /// Sends one frame and copies the bytes; with `more`, another frame of the same message follows.
    ///
    /// - Returns: `false` if it would have to wait: no peer is connected, or its queue is full.
    @discardableResult
    public func send(_ bytes: UnsafeRawBufferPointer, more: Bool = false) throws(ZeroMQError) -> Bool {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        var isUpdated = false
        while zmq_send(handle, bytes.baseAddress, bytes.count, flags) < 0 {
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN where !isUpdated:
                isUpdated = true
                // libzmq notes only about once a millisecond what its peers have read, and a queue that has been empty for less
                // looks full.
                _ = try possible()
            case EAGAIN: return false
            default: throw ZeroMQError("send")
            }
        }
        return true
    }

    /// Sends one frame and copies the bytes; see ``send(_:more:)``.
    @discardableResult
    public func send(_ bytes: [UInt8], more: Bool = false) throws(ZeroMQError) -> Bool {
        // The buffer call cannot rethrow a typed error, so the outcome is returned as a value.
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(ZeroMQError) in try send(buffer, more: more) }
        }.get()
    }

    /// Receives one frame into `frame`, which loses its former content.
    ///
    /// - Returns: `false` if no frame has arrived; then `frame` is empty.
    public func receive(into frame: inout Frame) throws(ZeroMQError) -> Bool {
        while zmq_msg_recv(frame.storage, handle, ZMQ_DONTWAIT) < 0 {
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN:
                isDrained = true
                return false
            default: throw ZeroMQError("receive")
            }
        }
        return true
    }
}
