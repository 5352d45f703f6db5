import NavigationEvents

/// Counts what a heartbeat tells, and says when one is due. A pure value: time is an argument.
///
/// It beats on the thread of the callbacks, so that a control that hangs in one falls silent.
struct Heart {
    static let intervalNanoseconds: UInt64 = 1_000_000_000
    /// Without an event for so long, devices are made safe.
    static let silenceNanoseconds: UInt64 = 5_000_000_000
    /// And again so often, while it lasts: silence may be all that is noticed, or be missed.
    static let silenceAgainNanoseconds: UInt64 = 8_000_000_000

    private(set) var delivered: UInt64 = 0
    private(set) var latency = Histogram()
    private let isOnThisMachine: Bool
    private var nextBeat: UInt64
    private var lastEvent: UInt64
    /// When it was last told that nothing comes; `nil` while events come.
    private var toldSilence: UInt64?
    /// What was published before is the past that a late joiner is told, and no measure of speed.
    private var measuredFrom: UInt64

    /// A heart that beats at once.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds of the monotonic clock.
    ///   - isOnThisMachine: Whether the bus looks at the same clock.
    init(at now: UInt64, isOnThisMachine: Bool) {
        nextBeat = now
        lastEvent = now
        measuredFrom = now
        self.isOnThisMachine = isOnThisMachine
    }

    /// An event is about to be handed to the control.
    ///
    /// - Parameter endsSilence: Whether it says anything of guidance.
    mutating func noteEvent(publishedAt published: UInt64, now: UInt64, endsSilence: Bool = true) {
        delivered += 1
        if endsSilence { (lastEvent, toldSilence) = (now, nil) }
        guard isOnThisMachine, published >= measuredFrom, now >= published else { return }
        latency.note(seconds: Double(now - published) / 1e9)
    }

    /// The present state comes anew.
    mutating func noteNewState(now: UInt64) {
        (lastEvent, toldSilence) = (now, nil)
        measuredFrom = now
    }

    /// Whether a heartbeat is due; it is then taken as given. Those that were missed are not made up for.
    mutating func beats(at now: UInt64) -> Bool {
        guard now >= nextBeat else { return false }
        nextBeat = now + Self.intervalNanoseconds
        return true
    }

    /// Whether it is to be told that nothing has come for too long; it is then taken as told.
    mutating func tellsSilence(at now: UInt64) -> Bool {
        let due = toldSilence.map { $0 + Self.silenceAgainNanoseconds } ?? lastEvent + Self.silenceNanoseconds
        guard now >= due else { return false }
        toldSilence = now
        return true
    }

    /// How long one may wait before it beats: never longer than a second, so that silence is noticed as well.
    func nanosecondsToWait(at now: UInt64) -> UInt64 { nextBeat > now ? nextBeat - now : 0 }
}
