import NavigationEvents

/// The time of the drive in seconds, told by what comes from the bus: it goes on with fixes and headings, and not back by
/// the little that one of them is late. While fixes are missing, a moment of guidance a second holds the last one: it goes
/// on by a second with each.
struct DriveClock: Sendable {
    /// What is earlier by more was told by a clock that has been set back.
    static let mostLateSeconds = 3.0

    /// From here seconds are counted: the navigation's first fix, or outside one the first that came.
    private(set) var epoch: Timestamp?
    /// Whether that is a navigation's.
    private(set) var isDriving = false
    /// The present moment.
    private(set) var seconds = 0.0
    /// The newest that a fix or a heading has told.
    private var toldSeconds = 0.0
    /// The fix of the last moment of guidance, and how often it was held since.
    private var moment: (time: Timestamp, seconds: Double, holds: Int)?

    /// What a moment of guidance is.
    enum Step: Sendable {
        /// A new one.
        case forward
        /// The last fix is held: nothing new is known.
        case held
        /// The clock was set back, so that what was known of earlier times means nothing.
        case back
    }

    init() {}

    /// A navigation begins.
    mutating func begin(at time: Timestamp) {
        self = DriveClock()
        (epoch, isDriving) = (time, true)
    }

    /// It has ended.
    mutating func end() { self = DriveClock() }

    /// Goes on; `false` if the clock was set back, so that what was known of earlier times means nothing.
    mutating func advance(to time: Timestamp) -> Bool {
        guard let epoch else {
            self.epoch = time
            return true
        }
        let next = time.seconds(since: epoch)
        guard next >= toldSeconds - Self.mostLateSeconds else {
            (seconds, toldSeconds) = (next, next)
            return false
        }
        toldSeconds = max(toldSeconds, next)
        seconds = max(seconds, next)
        return true
    }

    /// Goes on with a moment of guidance; `time` is that of its fix.
    mutating func advance(toMomentAt time: Timestamp) -> Step {
        if var moment, moment.time == time, epoch != nil {
            moment.holds += 1
            self.moment = moment
            seconds = max(seconds, moment.seconds + Double(moment.holds))
            return .held
        }
        let isForward = advance(to: time)
        moment = (time, isForward ? epoch.map { time.seconds(since: $0) } ?? 0 : seconds, 0)
        return isForward ? .forward : .back
    }

    /// The present moment; `nil` before anything has come.
    var time: Timestamp? {
        epoch.map { $0.advanced(bySeconds: seconds) }
    }
}
