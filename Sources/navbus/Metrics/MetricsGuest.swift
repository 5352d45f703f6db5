import Glibc

/// A connection to the metrics server. It never waits: what is not there yet comes in another turn.
struct MetricsGuest {
    let descriptor: Int32
    private(set) var exchange: MetricsExchange
    /// When it arrived.
    let arrival = ContinuousClock.now
    /// The connection ends then at the latest.
    private(set) var deadline = ContinuousClock.now + Self.maxTime
    /// Whether it is over.
    private(set) var isGone = false

    /// A request is a few hundred bytes that the guest has ready, and the system takes an answer at once.
    private static let maxTime = Duration.seconds(2)
    private static let mostLeavingTime = Duration.seconds(1)
    private static let blockBytes = 4096

    init(_ descriptor: Int32, _ access: MetricsAccess) {
        self.descriptor = descriptor
        exchange = MetricsExchange(access)
    }

    /// What `poll` is to wait for.
    var awaited: Int16 { Int16(exchange.stage == .answering ? POLLOUT : POLLIN) }

    /// Does what can be done now.
    mutating func advance() {
        switch exchange.stage {
        case .reading, .leaving: hear()
        case .asking: break
        case .answering: send()
        }
        // What was heard may have been wrong: then the answer is there already.
        if !isGone, exchange.stage == .answering { send() }
    }

    /// Takes the metrics, if they were asked for.
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
