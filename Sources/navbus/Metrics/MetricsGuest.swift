import Glibc

/// A connection to the metrics server. It never blocks: the server calls ``advance()`` when `poll` reports an event.
struct MetricsGuest {
    let descriptor: Int32
    private(set) var exchange: MetricsExchange
    /// When the connection was accepted.
    let arrival = ContinuousClock.now
    /// The latest end of the connection.
    private(set) var deadline = ContinuousClock.now + Self.maxTime
    /// Whether the connection has ended.
    private(set) var isGone = false

    /// The time for a request and its answer. A request has a few hundred bytes, and the answer fits into the send
    /// buffer.
    private static let maxTime = Duration.seconds(2)
    private static let mostLeavingTime = Duration.seconds(1)
    private static let blockBytes = 4096

    init(_ descriptor: Int32, _ access: MetricsAccess) {
        self.descriptor = descriptor
        exchange = MetricsExchange(access)
    }

    /// The events to poll for.
    var awaited: Int16 { Int16(exchange.stage == .answering ? POLLOUT : POLLIN) }

    /// Receives or sends as far as possible without blocking.
    mutating func advance() {
        switch exchange.stage {
        case .reading, .leaving: hear()
        case .asking: break
        case .answering: send()
        }
        // A bad request has its answer immediately.
        if !isGone, exchange.stage == .answering { send() }
    }

    /// Passes the metrics to the connection, if it waits for them.
    mutating func tell(_ metrics: String) {
        exchange.tell(metrics)
        advance()
    }

    private mutating func hear() {
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        let count = recv(descriptor, &block, block.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            exchange.hear(block[..<count])
        } else if count == 0, exchange.stage == .reading {
            exchange.hearEnd()
        } else if count == 0 || !Self.isPassing(errno) {
            isGone = true
        }
    }

    private mutating func send() {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = exchange.answer.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
        guard count >= 0 else {
            isGone = !Self.isPassing(errno)
            return
        }
        exchange.note(sent: count)
        guard exchange.stage == .leaving else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        deadline = min(deadline, .now + Self.mostLeavingTime)
    }

    private static func isPassing(_ number: Int32) -> Bool {
        number == EAGAIN || number == EWOULDBLOCK || number == EINTR
    }
}
