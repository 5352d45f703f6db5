import Glibc

/// A connection to the metrics server. It never blocks: the server calls ``advance()`` when `poll` reports an event.
struct MetricsConnection {
    let descriptor: Int32
    private(set) var exchange: MetricsExchange
    /// When the connection was accepted.
    let acceptedAt = ContinuousClock.now
    /// The latest end of the connection.
    private(set) var deadline = ContinuousClock.now + Self.maxTime
    /// Whether the connection has ended.
    private(set) var isClosed = false

    /// The time for a request and its answer. A request has a few hundred bytes, and the answer fits into the send
    /// buffer.
    private static let maxTime = Duration.seconds(2)
    private static let maxClosingTime = Duration.seconds(1)
    private static let blockBytes = 4096

    init(_ descriptor: Int32, _ access: MetricsAccess) {
        self.descriptor = descriptor
        exchange = MetricsExchange(access)
    }

    /// The events to poll for.
    var pollEvents: Int16 { Int16(exchange.stage == .answering ? POLLOUT : POLLIN) }

    /// Receives or sends as far as possible without blocking.
    mutating func advance() {
        switch exchange.stage {
        case .reading, .closing: receive()
        case .awaitingStatus: break
        case .answering: send()
        }
        // A bad request has its answer immediately.
        if !isClosed, exchange.stage == .answering { send() }
    }

    /// Passes the metrics to the connection, if it waits for them.
    mutating func provide(_ metrics: String) {
        exchange.provide(metrics)
        advance()
    }

    private mutating func receive() {
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        let count = recv(descriptor, &block, block.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            exchange.receive(block[..<count])
        } else if count == 0, exchange.stage == .reading {
            exchange.receiveEnd()
        } else if count == 0 || !Self.isTransient(errno) {
            isClosed = true
        }
    }

    private mutating func send() {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = exchange.answer.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
        guard count >= 0 else {
            isClosed = !Self.isTransient(errno)
            return
        }
        exchange.note(sent: count)
        guard exchange.stage == .closing else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        deadline = min(deadline, .now + Self.maxClosingTime)
    }

    private static func isTransient(_ number: Int32) -> Bool {
        number == EAGAIN || number == EWOULDBLOCK || number == EINTR
    }
}
