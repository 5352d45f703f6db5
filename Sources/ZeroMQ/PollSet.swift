import CZeroMQ
import Glibc

/// Waits until sockets or file descriptors are readable, or until a socket can send.
public struct PollSet {
    private var items: [zmq_pollitem_t] = []
    /// Kept, so that no socket in the set is closed.
    private var sockets: [Socket?] = []

    /// Makes an empty set.
    public init() {}

    /// Adds a socket and returns its index in the set. With `forSending` the wait also ends when the socket can send.
    @discardableResult
    public mutating func add(_ socket: Socket, forSending: Bool = false) -> Int {
        let events = Int16(ZMQ_POLLIN) | (forSending ? Int16(ZMQ_POLLOUT) : 0)
        items.append(zmq_pollitem_t(socket: socket.handle, fd: 0, events: events, revents: 0))
        sockets.append(socket)
        return items.count - 1
    }

    /// Adds a file descriptor and returns its index in the set.
    @discardableResult
    public mutating func add(descriptor: Int32) -> Int {
        items.append(zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
        sockets.append(nil)
        return items.count - 1
    }

    /// Waits until an item is readable, at most `milliseconds`; without end if negative. A signal ends the wait early.
    public mutating func wait(milliseconds: Int) throws(ZeroMQError) {
        guard zmq_poll(&items, Int32(items.count), milliseconds) < 0 else { return }
        guard zmq_errno() == EINTR else { throw ZeroMQError("wait for messages") }
        for index in items.indices { items[index].revents = 0 }
    }

    /// Whether the item at this index was ready in the last wait.
    public func isReadable(_ index: Int) -> Bool {
        items[index].revents != 0
    }

    /// Number of items in the set.
    public var count: Int { items.count }
}
