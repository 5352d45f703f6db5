import NavigationEvents

/// Counts the events for the heartbeat, and decides when a heartbeat is due. A pure value: time is an argument.
///
/// Heartbeats are sent on the thread of the callbacks, so that they stop when a callback hangs.
struct Heartbeat {
    /// Time between two heartbeats: less if the thread works anyway, so that an event and the heartbeat wake it together.
    static let intervalNanoseconds: UInt64 = 1_200_000_000
    static let minIntervalNanoseconds: UInt64 = 900_000_000
    /// Time without events after which the device is made safe.
    static let silenceNanoseconds: UInt64 = 5_000_000_000
    /// Interval of further notices during the silence, in case one was missed.
    static let repeatedSilenceNanoseconds: UInt64 = 8_000_000_000

    private(set) var delivered: UInt64 = 0
    private(set) var latency = Histogram()
    private let isOnThisMachine: Bool
    private var nextHeartbeat: UInt64
    private var lastEvent: UInt64
    /// Time of the last notice of silence; `nil` while events come.
    private var lastSilenceNotice: UInt64?
    /// Events published before this time belong to the snapshot and do not count for the latency.
    private var measuredFrom: UInt64

    /// Makes a value whose first heartbeat is due immediately.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds of the monotonic clock.
    ///   - isOnThisMachine: Whether bus and control use the same clock.
    init(at now: UInt64, isOnThisMachine: Bool) {
        nextHeartbeat = now
        lastEvent = now
        measuredFrom = now
        self.isOnThisMachine = isOnThisMachine
    }

    /// Counts an event that is about to be delivered to the control.
    ///
    /// - Parameter endsSilence: Whether it is an event of guidance.
    mutating func noteEvent(publishedAt published: UInt64, now: UInt64, endsSilence: Bool = true) {
        delivered += 1
        if endsSilence { (lastEvent, lastSilenceNotice) = (now, nil) }
        guard isOnThisMachine, published >= measuredFrom, now >= published else { return }
        latency.record(seconds: Double(now - published) / 1e9)
    }

    /// Resets the times, because a new snapshot has come.
    mutating func noteNewState(now: UInt64) {
        (lastEvent, lastSilenceNotice) = (now, nil)
        measuredFrom = now
    }

    /// Whether a heartbeat is due, or may be sent with other work; `true` counts it as sent. Missed heartbeats are not sent later.
    mutating func isDue(at now: UInt64) -> Bool {
        guard now + Self.intervalNanoseconds - Self.minIntervalNanoseconds >= nextHeartbeat else { return false }
        nextHeartbeat = now + Self.intervalNanoseconds
        return true
    }

    /// Whether a notice of silence is due; `true` counts it as given.
    mutating func isSilenceDue(at now: UInt64) -> Bool {
        let due = lastSilenceNotice.map { $0 + Self.repeatedSilenceNanoseconds } ?? lastEvent + Self.silenceNanoseconds
        guard now >= due else { return false }
        lastSilenceNotice = now
        return true
    }

    /// Time until the next heartbeat: about a second at most, so that silence is noticed too.
    func nanosecondsToWait(at now: UInt64) -> UInt64 { nextHeartbeat > now ? nextHeartbeat - now : 0 }
}
