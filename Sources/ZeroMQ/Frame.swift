import CZeroMQ

/// One part of a received message.
///
/// It is made once and reused for every message. The message is boxed, since libzmq keeps small payloads in `zmq_msg_t`
/// itself, and their address must not change.
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

    /// A property of the connection of the frame, such as the user named by the ``ZAPHandler`` (`User-Id`) or the
    /// peer's address (`Peer-Address`); `nil` if it is unknown.
    public func property(_ name: String) -> String? {
        zmq_msg_gets(storage, name).map { String(cString: $0) }
    }

    /// File descriptor of the connection of the frame; -1 if there is none. The connection may have ended since, and
    /// the number may have been reused.
    public var descriptor: Int32 { zmq_msg_get(storage, ZMQ_SRCFD) }

    /// Lends the bytes, at any alignment. They must not be used after `body`.
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
