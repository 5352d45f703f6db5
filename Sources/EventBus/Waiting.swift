import ZeroMQ

/// A wait of a client for its sockets and descriptors. It is made once for many waits.
struct Waiting {
    private let events: Socket
    private let replies: Socket?
    private let ring: Int32?
    private let wakeup: Int32?
    private var polled = PollSet()
    private var ringIndex: Int?
    private var wakeupIndex: Int?

    init(_ events: Socket, replies: Socket?, ring: Int32?, wakeup: Int32?) {
        (self.events, self.replies, self.ring, self.wakeup) = (events, replies, ring, wakeup)
        polled.add(events)
        if let replies { polled.add(replies) }
        ringIndex = ring.map { polled.add(descriptor: $0) }
        wakeupIndex = wakeup.map { polled.add(descriptor: $0) }
    }

    /// Whether it waits for just these.
    func isFor(_ events: Socket, replies: Socket?, ring: Int32?, wakeup: Int32?) -> Bool {
        self.events === events && self.replies === replies && self.ring == ring && self.wakeup == wakeup
    }

    /// Waits until one of them is readable.
    mutating func wait(_ milliseconds: Int) throws(ZeroMQError) { try polled.wait(milliseconds: milliseconds) }

    /// Whether the ring was readable in the last wait.
    var isRingReadable: Bool { ringIndex.map(polled.isReadable) ?? false }

    /// Whether the wake-up was readable in the last wait.
    var isWoken: Bool { wakeupIndex.map(polled.isReadable) ?? false }
}
