import ZeroMQ

/// What has come over a connection since its last whole message, as the kernel tells: who begins a message and never ends
/// it is found by that. libzmq bounds a frame, but not the number of frames of one message. A value.
struct Intake {
    /// What is seen of a connection at one moment.
    struct Look: Sendable, Hashable {
        /// Bytes that libzmq has not read yet.
        var unreadBytes: Int
        /// Bytes received since the connection was opened; `nil` where the kernel does not count them, as at a socket of
        /// this machine.
        var receivedBytes: UInt64?
    }

    /// Bytes of one message, and of what else travels beside it: no message has more than a frame.
    static let maxMessageBytes: UInt64 = 192 * 1024
    /// The same where only a part of what libzmq reads is seen: more than one frame.
    private static let maxReadBytes = 96 * 1024
    /// Bytes a second that travel without being a message: signs of life.
    private static let idleBytesPerSecond = 1024.0
    /// Who has sent something that long ago, and nothing whole since, does not mean to end it.
    static let patienceNanoseconds: UInt64 = 1_500_000_000

    /// What had been received when the message began that is not ended.
    private var baseline: UInt64?
    private var baselineAt: UInt64 = 0
    private var unreadSince: UInt64?
    private var lastUnreadBytes = 0
    /// Bytes that libzmq has read without a whole message: up to the look before, and since then.
    private var readBytes = 0
    private var justReadBytes = 0
    /// Whether there was too much at the look before: a whole message may be among it that the bus has by now.
    private var isSuspect = false

    /// A whole message has come.
    mutating func heard() { self = Intake() }

    /// Takes note of a look; `true` if the connection is to be ended.
    mutating func note(_ look: Look, now: UInt64) -> Bool {
        if let received = look.receivedBytes { return noteReceived(received, now: now) }
        noteUnread(look.unreadBytes, now: now)
        if readBytes > Self.maxReadBytes { return true }
        return unreadSince.map { now >= $0 &+ Self.patienceNanoseconds } ?? false
    }

    /// TCP: each byte is known, so the time does not matter.
    private mutating func noteReceived(_ received: UInt64, now: UInt64) -> Bool {
        guard let before = baseline, received >= before else {
            (baseline, baselineAt) = (received, now)
            return false
        }
        let idle = Double(now - min(baselineAt, now)) / 1e9 * Self.idleBytesPerSecond
        let isExcess = Double(received - before) > Double(Self.maxMessageBytes) + idle
        defer { isSuspect = isExcess }
        return isExcess && isSuspect
    }

    private mutating func noteUnread(_ bytes: Int, now: UInt64) {
        if bytes > 0, unreadSince == nil { unreadSince = now }
        // What is read now may be a whole message that the bus has before the next look.
        readBytes += justReadBytes
        justReadBytes = max(lastUnreadBytes - bytes, 0)
        lastUnreadBytes = bytes
    }
}
