import CZeroMQ

/// One part of a received message.
///
/// Made once and received into again and again. The message is boxed, since libzmq keeps small payloads inside
/// `zmq_msg_t` itself, and such a view must not move with a Swift value.
public struct Frame: ~Copyable {
    let storage: UnsafeMutablePointer<zmq_msg_t>

    /// Makes an empty frame.
    public init() {
        storage = .allocate(capacity: 1)
        zmq_msg_init(storage)
    }

    deinit {
        zmq_msg_close(storage)
        storage.deallocate()
    }

    /// Number of bytes.
    public var count: Int { zmq_msg_size(storage) }

    /// Whether another part of the same message follows.
    public var hasMore: Bool { zmq_msg_more(storage) != 0 }

    /// What the connection it came over is known by: the user that the ``Gatekeeper`` named (`User-Id`), the peer's
    /// address (`Peer-Address`); `nil` if that is not known.
    public func property(_ name: String) -> String? {
        zmq_msg_gets(storage, name).map { String(cString: $0) }
    }

    /// File descriptor of the connection it came over; -1 if it came over none. The connection may have ended since,
    /// and the number may belong to something else by now.
    public var descriptor: Int32 { zmq_msg_get(storage, ZMQ_SRCFD) }

    /// Lends the bytes, at any alignment; they must not be used after `body`.
    @inlinable
    public borrowing func withBytes<Value, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(bytes)
    }

    /// A copy of the bytes.
    public var copy: [UInt8] { [UInt8](bytes) }

    @usableFromInline
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: zmq_msg_data(storage), count: count) }
}
