import ZeroMQ

/// Detects a peer that begins a message and never ends it, by the bytes that the kernel has received since the last
/// complete message. libzmq limits the size of a frame, but not the number of frames of a message. A value.
struct UnfinishedMessageDetector {
    /// The state of a connection at one time.
    struct Sample: Sendable, Hashable {
        /// Bytes that libzmq has not read yet.
        var unreadBytes: Int
        /// Bytes received since the connection was opened; `nil` if the kernel does not count them, as at a Unix
        /// socket.
        var receivedBytes: UInt64?
    }

    /// Maximum bytes of one message and of other data beside it: no message has more than a frame.
    static let maxMessageBytes: UInt64 = 192 * 1024
    /// The same if only a part of the bytes that libzmq reads is seen: more than one frame.
    private static let maxReadBytes = 96 * 1024
    /// Bytes a second that belong to no message: ZeroMQ heartbeats.
    private static let idleBytesPerSecond = 1024.0
    /// A peer that has begun a message so long ago, and sent no complete one since, does not intend to end it.
    static let timeoutNanoseconds: UInt64 = 1_500_000_000

    /// Received bytes at the beginning of the unfinished message.
    private var baseline: UInt64?
    private var baselineAt: UInt64 = 0
    private var unreadSince: UInt64?
    private var lastUnreadBytes = 0
    /// Bytes that libzmq has read without a complete message: until the last look, and since then.
    private var readBytes = 0
    private var justReadBytes = 0
    /// Whether there were too many bytes at the last look: they may contain a complete message that the bus has by now.
    private var isSuspect = false

    /// Records that a complete message has arrived.
    mutating func messageReceived() { self = UnfinishedMessageDetector() }

    /// Records a look; `true` if the connection must be ended.
    mutating func note(_ look: Sample, now: UInt64) -> Bool {
        if let received = look.receivedBytes { return noteReceived(received, now: now) }
        noteUnread(look.unreadBytes, now: now)
        if readBytes > Self.maxReadBytes { return true }
        return unreadSince.map { now >= $0 &+ Self.timeoutNanoseconds } ?? false
    }

    /// TCP: every byte is counted, so the time does not matter.
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
        // These bytes may be a complete message that the bus handles before the next look.
        readBytes += justReadBytes
        justReadBytes = max(lastUnreadBytes - bytes, 0)
        lastUnreadBytes = bytes
    }
}
