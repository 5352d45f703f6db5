import ZeroMQ

/// The actions that a client still has to perform with its bus, with their times. A failed action is tried again;
/// nothing blocks.
struct StreamDuties {
    /// Nanoseconds without a message after which the bus, which sends a heartbeat each second, has gone or has another
    /// endpoint.
    private static let silence: UInt64 = 3_000_000_000
    /// Nanoseconds between two attempts.
    private static let helloInterval: UInt64 = 1_000_000_000
    private static let repairInterval: UInt64 = 250_000_000

    /// An action to perform now.
    enum Action: Hashable {
        case sayHello
        case askForMark
    }

    /// Whether a message has arrived since the last call of ``due(_:)``.
    var hasHeard = true
    /// Whether missed events could not be requested.
    var owesRepair = false
    /// Whether the bus does not know this client.
    var owesHello = false
    /// Whether no message has arrived for so long that a hello was sent.
    private(set) var isDeaf = false
    private var heardAt: UInt64 = 0
    private var helloAt: UInt64 = 0
    private var markAt: UInt64 = 0

    /// Whether answers are outstanding.
    var awaitsReplies: Bool { owesHello }

    /// The action that is due now.
    mutating func due(_ now: UInt64) -> Action? {
        if hasHeard {
            hasHeard = false
            heardAt = now
            isDeaf = false
        }
        if now >= heardAt &+ Self.silence { isDeaf = true }
        if owesHello || now >= heardAt &+ Self.silence, now >= helloAt &+ Self.helloInterval {
            helloAt = now
            owesHello = true
            return .sayHello
        }
        if owesRepair, now >= markAt &+ Self.repairInterval {
            markAt = now
            return .askForMark
        }
        return nil
    }

    /// Milliseconds until the next action may be due.
    func milliseconds(_ now: UInt64) -> Int {
        var next = heardAt &+ Self.silence
        if owesHello || now >= next { next = helloAt &+ Self.helloInterval }
        if owesRepair { next = min(next, markAt &+ Self.repairInterval) }
        return next > now ? Int(clamping: (next - now) / 1_000_000) + 1 : 0
    }
}
