import CZeroMQ
import Glibc
import Synchronization

/// Bytes that are sent to many peers without a copy, and kept until the last peer has received them.
public final class SharedBytes: Sendable {
    /// Number of bytes.
    public let count: Int
    private nonisolated(unsafe) let storage: UnsafeMutableRawPointer
    private let account: QueuedBytes?

    /// Allocates and fills the bytes.
    ///
    /// - Parameters:
    ///   - count: Number of bytes.
    ///   - account: Counter of the bytes as long as they are kept.
    ///   - fill: Writes all of the bytes.
    public init(count: Int, account: QueuedBytes? = nil, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.count = count
        self.account = account
        storage = .allocate(byteCount: max(count, 1), alignment: 16)
        fill(UnsafeMutableRawBufferPointer(start: storage, count: count))
        account?.add(count)
    }

    deinit {
        storage.deallocate()
        account?.add(-count)
    }

    fileprivate var pointer: UnsafeMutableRawPointer { storage }
}

/// Counts bytes that wait to be received. Safe for any thread.
public final class QueuedBytes: Sendable {
    private let bytes = Atomic<Int>(0)

    /// Begins with 0.
    public init() {}

    /// The present number of bytes.
    public var count: Int { bytes.load(ordering: .relaxed) }

    func add(_ more: Int) { bytes.add(more, ordering: .relaxed) }
}

/// A reference of libzmq to shared bytes, for one message.
private final class Loan: Sendable {
    let bytes: SharedBytes
    private let queue: QueuedBytes?

    init(_ bytes: SharedBytes, _ queue: QueuedBytes?) {
        self.bytes = bytes
        self.queue = queue
        queue?.add(bytes.count)
    }

    deinit { queue?.add(-bytes.count) }
}

extension Socket {
    /// Sends one frame without copying the bytes.
    ///
    /// - Parameter queue: Counter of the bytes until the message is sent or dropped.
    /// - Returns: `false` if it would have to wait: no peer is connected, or its queue is full.
    @discardableResult
    public func send(_ bytes: SharedBytes, countedIn queue: QueuedBytes? = nil) throws(ZeroMQError) -> Bool {
        let frame = Frame()
        let loan = Unmanaged.passRetained(Loan(bytes, queue))
        let status = zmq_msg_init_data(
            frame.storage, bytes.pointer, bytes.count,
            { _, loan in
                // libzmq releases the reference once, on a thread of its own.
                if let loan { Unmanaged<Loan>.fromOpaque(loan).release() }
            }, loan.toOpaque())
        guard status == 0 else {
            loan.release()
            throw ZeroMQError("send")
        }
        return try send(frame)
    }

    private func send(_ frame: borrowing Frame) throws(ZeroMQError) -> Bool {
        while zmq_msg_send(frame.storage, handle, ZMQ_DONTWAIT) < 0 {
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN: return false
            default: throw ZeroMQError("send")
            }
        }
        return true
    }
}
