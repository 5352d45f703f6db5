import NavigationEvents

/// The time of the drive in seconds, from the times of events. It advances with fixes and headings, and does not go
/// back when one of them is a little late. While fixes are missing, guidance repeats the last fix once a second, and
/// each repetition advances the time by a second.
struct EventClock: Sendable {
    /// A time that is earlier by more than this comes from a clock that was set back.
    static let maxLateSeconds = 3.0

    /// The origin of the seconds: the first fix of the navigation, or, outside a navigation, the first event.
    private(set) var epoch: Timestamp?
    /// Whether ``epoch`` belongs to a navigation.
    private(set) var isDriving = false
    /// The current time, seconds since ``epoch``.
    private(set) var seconds = 0.0
    /// The newest time of a fix or heading, seconds since ``epoch``.
    private var newestEventSeconds = 0.0
    /// The fix of the last onNavigation event, and how often it was repeated since.
    private var moment: (time: Timestamp, seconds: Double, holds: Int)?

    /// The effect of an onNavigation event on the time.
    enum Step: Sendable {
        /// The event has a new fix.
        case forward
        /// The last fix is repeated: there is no new information.
        case held
        /// The clock was set back: values of earlier times are invalid.
        case back
    }

    init() {}

    /// Starts the clock of a navigation.
    mutating func begin(at time: Timestamp) {
        self = EventClock()
        (epoch, isDriving) = (time, true)
    }

    /// Ends the clock of a navigation.
    mutating func end() { self = EventClock() }

    /// Advances to the time of a fix or heading.
    ///
    /// - Returns: `false` if the clock was set back: values of earlier times are then invalid.
    mutating func advance(to time: Timestamp) -> Bool {
        guard let epoch else {
            self.epoch = time
            return true
        }
        let next = time.seconds(since: epoch)
        guard next >= newestEventSeconds - Self.maxLateSeconds else {
            (seconds, newestEventSeconds) = (next, next)
            return false
        }
        newestEventSeconds = max(newestEventSeconds, next)
        seconds = max(seconds, next)
        return true
    }

    /// Advances to an onNavigation event.
    ///
    /// - Parameter time: The time of its fix.
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

    /// The current time; `nil` before the first event.
    var time: Timestamp? {
        epoch.map { $0.advanced(bySeconds: seconds) }
    }
}
