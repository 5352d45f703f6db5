import NavigationEvents
import Positions

/// Notices that positions stop coming, from a receiver or over the request channel: time then passes about once a
/// second, and the silence is reported once. A value; time is an argument, in seconds of the monotonic clock, or of
/// the drive where its times are the only ones that count.
struct SourceWatch: Sendable, Hashable {
    /// Seconds of silence that are too long: two heartbeats and a margin.
    static let silenceSeconds = 3.0
    /// The same for sources with a longer or an unknown interval between positions: the position is lost by then.
    static let slowSilenceSeconds = 60.0
    /// Sources with a longer interval between positions may be silent for longer, seconds.
    private static let maxPromptSeconds = 1.5
    /// Time does not pass before this many seconds, so that it does not overtake a slightly late position.
    static let overdueSeconds = 1.5
    /// The interval at which time passes, seconds.
    private static let stepSeconds = 1.0
    /// A check that is this much too late follows a pause of the process: positions may be waiting, seconds.
    private static let maxLateSeconds = 2.0

    /// A time of the drive, and when it was recorded.
    private struct Clock: Sendable, Hashable {
        var time: Timestamp
        var at: Double
    }

    private var clock: Clock?
    /// When time passes next.
    private var dueAt = Double.infinity
    /// When time ends to pass: the position is lost long before.
    private var endsAt = -Double.infinity
    private var lastAt: Double?
    private var isPrompt = false
    /// Whether the source has been silent for too long.
    private(set) var isStale = false

    /// Watches before the first position.
    init() {}

    /// Continues a watch by the times of the drive.
    ///
    /// - Parameters:
    ///   - positionTimes: The times of the last positions.
    ///   - time: The newest time of the drive.
    ///   - isStale: Whether the silence was reported.
    init(positionTimes: [Timestamp], time: Timestamp?, isStale: Bool) {
        for time in positionTimes { recordFix(now: time.secondsSinceEpoch) }
        recordTime(time, now: lastAt ?? 0)
        self.isStale = isStale
    }

    /// The length of a silence that is too long, seconds.
    var limitSeconds: Double { isPrompt ? Self.silenceSeconds : Self.slowSilenceSeconds }

    /// Records a position, used or not.
    mutating func recordFix(now: Double) {
        if let lastAt, !isStale { isPrompt = now - lastAt <= Self.maxPromptSeconds }
        lastAt = now
        isStale = false
    }

    /// Records the newest time of the drive.
    mutating func recordTime(_ time: Timestamp?, now: Double) {
        guard let time, time != clock?.time else { return }
        clock = Clock(time: time, at: now)
        dueAt = now + Self.overdueSeconds
        endsAt = now + PositionEvent.maxSilenceSeconds
    }

    /// Continues the watch of a killed process.
    ///
    /// - Parameters:
    ///   - time: The newest time of the recovered drive.
    ///   - isStale: Whether the silence was reported.
    mutating func resume(at time: Timestamp?, isStale: Bool, now: Double) {
        recordTime(time, now: now)
        lastAt = time == nil ? nil : now
        self.isStale = isStale
    }

    /// Whether time may still have to pass, or a silence to be reported.
    func isNeeded(now: Double) -> Bool { now < endsAt || (!isStale && lastAt != nil) }

    /// Whether time may have to pass now, or a silence to be reported.
    func isDue(now: Double) -> Bool {
        now >= dueAt || isStale || lastAt.map { now - $0 > limitSeconds } ?? true
    }

    /// When time has to pass next, or a silence to be reported.
    var nextDue: Double { isStale ? min(dueAt, endsAt) : min(dueAt, lastAt.map { $0 + limitSeconds } ?? .infinity) }

    /// The time that has come without a position; `nil` if none is due.
    mutating func elapse(now: Double) -> Timestamp? {
        guard let clock, now >= dueAt, now < endsAt else { return nil }
        guard now < dueAt + Self.maxLateSeconds else {
            dueAt = now
            return nil
        }
        dueAt += Self.stepSeconds
        let time = clock.time.advanced(bySeconds: now - clock.at)
        self.clock = Clock(time: time, at: now)
        return time
    }

    /// Whether time may pass to this one, seconds, without another position.
    func mayPass(to time: Double) -> Bool { time <= endsAt }

    /// Lets time pass to one that was given.
    mutating func pass(to time: Timestamp, now: Double) { clock = Clock(time: time, at: now) }

    /// Checks the time.
    ///
    /// - Returns: Whether a silence has just become too long.
    mutating func check(now: Double) -> Bool {
        guard !isStale, let lastAt, now - lastAt > limitSeconds else { return false }
        isStale = true
        return true
    }
}
