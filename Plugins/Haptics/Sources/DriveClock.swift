import NavigationEvents

/// The time of the drive in seconds, told by what comes from the bus: it goes on with fixes and headings, and not back by
/// the little that one of them is late.
struct DriveClock: Hashable, Sendable {
    /// What is earlier by more was told by a clock that has been set back.
    static let mostLateSeconds = 3.0

    /// From here seconds are counted: the navigation's first fix, or outside one the first that came.
    private(set) var epoch: Timestamp?
    /// Whether that is a navigation's.
    private(set) var isDriving = false
    /// The present moment.
    private(set) var seconds = 0.0

    init() {}

    /// A navigation begins.
    mutating func begin(at time: Timestamp) { (epoch, isDriving, seconds) = (time, true, 0) }

    /// It has ended.
    mutating func end() { self = DriveClock() }

    /// Goes on; `false` if the clock was set back, so that what was known of earlier times means nothing.
    mutating func advance(to time: Timestamp) -> Bool {
        guard let epoch else {
            self.epoch = time
            return true
        }
        let next = time.seconds(since: epoch)
        guard next >= seconds - Self.mostLateSeconds else {
            seconds = next
            return false
        }
        seconds = max(seconds, next)
        return true
    }

    /// The present moment; `nil` before anything has come.
    var time: Timestamp? {
        epoch.flatMap {
            Timestamp(nanosecondsSinceEpoch: $0.nanosecondsSinceEpoch &+ Int64((seconds * 1e9).rounded()))
        }
    }
}
