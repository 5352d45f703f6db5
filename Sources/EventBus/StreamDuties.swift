import ZeroMQ

/// What a client still has to do with its bus, and when: what cannot be done now is tried again, nothing blocks.
struct StreamDuties {
    /// Nanoseconds of silence after which a bus that beats each second has gone, or is somewhere else.
    private static let silence: UInt64 = 3_000_000_000
    /// Nanoseconds between two attempts.
    private static let helloInterval: UInt64 = 1_000_000_000
    private static let repairInterval: UInt64 = 250_000_000

    /// What is to be done now.
    enum Action: Hashable {
        case sayHello
        case askForMark
    }

    /// Something was heard since the clock was looked at.
    var hasHeard = true
    /// Events are missing that nobody could be asked for.
    var owesRepair = false
    /// The bus does not know this client.
    var owesHello = false
    /// Nothing was heard for so long that the bus was asked whether it is there.
    private(set) var isDeaf = false
    private var heardAt: UInt64 = 0
    private var helloAt: UInt64 = 0
    private var markAt: UInt64 = 0

    /// Whether answers are waited for.
    var awaitsReplies: Bool { owesHello }

    /// What is due at this moment.
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

    /// Milliseconds after which to look again.
    func milliseconds(_ now: UInt64) -> Int {
        var next = heardAt &+ Self.silence
        if owesHello || now >= next { next = helloAt &+ Self.helloInterval }
        if owesRepair { next = min(next, markAt &+ Self.repairInterval) }
        return next > now ? Int(clamping: (next - now) / 1_000_000) + 1 : 0
    }
}
