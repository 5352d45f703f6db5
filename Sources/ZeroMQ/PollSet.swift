import CZeroMQ
import Glibc

/// Waits until sockets or file descriptors are readable, or until a socket can send.
///
/// `zmq_poll` asks every socket before and after each wait, with two system calls each time. Here a socket from which everything was
/// received costs none.
public struct PollSet {
    private var items: [pollfd] = []
    /// The sockets, which stay open; `nil` for a descriptor.
    private var sockets: [Socket?] = []
    /// The events of each socket that end a wait, as a set of `ZMQ_POLLIN` and `ZMQ_POLLOUT`.
    private var wanted: [Int32] = []
    private var isReady: [Bool] = []

    /// Makes an empty set.
    public init() {}

    /// Adds a socket and returns its index in the set. With `forSending` the wait also ends when the socket can send.
    @discardableResult
    public mutating func add(_ socket: Socket, forSending: Bool = false) -> Int {
        add(socket.descriptor, socket, ZMQ_POLLIN | (forSending ? ZMQ_POLLOUT : 0))
    }

    /// Adds a file descriptor and returns its index in the set.
    @discardableResult
    public mutating func add(descriptor: Int32) -> Int { add(descriptor, nil, 0) }

    private mutating func add(_ descriptor: Int32, _ socket: Socket?, _ events: Int32) -> Int {
        items.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        sockets.append(socket)
        wanted.append(events)
        isReady.append(false)
        return items.count - 1
    }

    /// Waits until an item is readable, at most `milliseconds`; without end if negative. A signal ends the wait early, and so does work
    /// of libzmq without a message.
    public mutating func wait(milliseconds: Int) throws(ZeroMQError) {
        let isAnyReady = try findReady()
        let count = poll(&items, nfds_t(items.count), isAnyReady ? 0 : Int32(clamping: milliseconds))
        if count < 0, errno != EINTR { throw ZeroMQError("wait for messages") }
        guard count > 0 else { return }
        for index in items.indices where items[index].revents != 0 && !isReady[index] {
            // The work is done by an attempt to receive.
            sockets[index]?.noteWork()
            let mustAsk = wanted[index] & ZMQ_POLLOUT != 0
            isReady[index] = mustAsk ? try isPossible(index) : true
        }
    }

    /// Asks the sockets that may have something.
    private mutating func findReady() throws(ZeroMQError) -> Bool {
        var isAnyReady = false
        for index in items.indices {
            isReady[index] = try isPossible(index)
            isAnyReady = isAnyReady || isReady[index]
        }
        return isAnyReady
    }

    private func isPossible(_ index: Int) throws(ZeroMQError) -> Bool {
        guard let socket = sockets[index], !socket.isDrained || wanted[index] != ZMQ_POLLIN else { return false }
        return try socket.possible() & wanted[index] != 0
    }

    /// Whether the item at this index was ready in the last wait.
    public func isReadable(_ index: Int) -> Bool { isReady[index] }

    /// Number of items in the set.
    public var count: Int { items.count }
}
