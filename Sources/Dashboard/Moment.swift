import Glibc
public import NavigationEvents

/// The time at which something arrived at the display. The dashboard uses no clock; its caller passes the time.
public struct Moment: Sendable, Hashable {
    /// Seconds of the monotonic clock, for durations.
    public var seconds: Double
    /// Wall-clock time, for people.
    public var time: Timestamp

    /// Creates a moment.
    public init(seconds: Double, time: Timestamp = Timestamp(nanosecondsSinceEpoch: 0)) {
        self.seconds = seconds
        self.time = time
    }

    /// The current time of the clocks of this machine.
    public static var now: Moment {
        var (steady, wall) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &steady)
        clock_gettime(CLOCK_REALTIME, &wall)
        return Moment(
            seconds: Double(steady.tv_sec) + Double(steady.tv_nsec) / 1e9,
            time: Timestamp(nanosecondsSinceEpoch: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec)))
    }

    /// The seconds from another moment to this one.
    public func seconds(since other: Moment) -> Double { seconds - other.seconds }
}
