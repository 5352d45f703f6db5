import ZeroMQ

/// The actions that a client still has to perform with its bus, with their times. A failed action is tried again;
/// nothing blocks.
struct PendingActions {
    /// Nanoseconds without a message after which the bus, which sends a heartbeat each second, has gone or has another
    /// endpoint.
    private static let silenceNanoseconds: UInt64 = 3_000_000_000
    /// Nanoseconds between two attempts.
    private static let helloIntervalNanoseconds: UInt64 = 1_000_000_000
    private static let repairIntervalNanoseconds: UInt64 = 250_000_000

    /// An action to perform now.
    enum Action: Hashable {
        case sayHello
        case requestBarrier
    }

    /// Whether a message has arrived since the last call of ``due(_:)``.
    var hasReceived = true
    /// Whether the bus does not know this client.
    var needsHello = false
    /// Whether no message has arrived for so long that a hello was sent.
    private(set) var isStalled = false
    private var receivedAt: UInt64 = 0
    private var helloAt: UInt64 = 0
    private var barrierAt: UInt64 = 0

    /// Whether answers are outstanding.
    var awaitsReplies: Bool { needsHello }

    /// The action that is due now; `isRepairing` says whether missed events could not be requested.
    mutating func due(_ now: UInt64, isRepairing: Bool) -> Action? {
        if hasReceived {
            hasReceived = false
            receivedAt = now
            isStalled = false
        }
        if now >= receivedAt &+ Self.silenceNanoseconds { isStalled = true }
        if needsHello || now >= receivedAt &+ Self.silenceNanoseconds, now >= helloAt &+ Self.helloIntervalNanoseconds {
            helloAt = now
            needsHello = true
            return .sayHello
        }
        if isRepairing, now >= barrierAt &+ Self.repairIntervalNanoseconds {
            barrierAt = now
            return .requestBarrier
        }
        return nil
    }

    /// Milliseconds until the next action may be due.
    func milliseconds(_ now: UInt64, isRepairing: Bool) -> Int {
        var next = receivedAt &+ Self.silenceNanoseconds
        if needsHello || now >= next { next = helloAt &+ Self.helloIntervalNanoseconds }
        if isRepairing { next = min(next, barrierAt &+ Self.repairIntervalNanoseconds) }
        return next > now ? Int(clamping: (next - now) / 1_000_000) + 1 : 0
    }
}
