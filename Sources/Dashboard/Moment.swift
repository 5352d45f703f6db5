import Glibc
public import NavigationEvents

/// When something came to the display. The display is a value and looks at no clock: whoever feeds it says when.
public struct Moment: Sendable, Hashable {
    /// Seconds of a clock that is never set: for how long ago something was.
    public var seconds: Double
    /// Wall-clock time: for people.
    public var time: Timestamp

    /// Makes a moment; tests begin at 0.
    public init(seconds: Double, time: Timestamp = Timestamp(nanosecondsSinceEpoch: 0)) {
        self.seconds = seconds
        self.time = time
    }

    /// The present moment of the machine's clocks: for those who feed a display.
    public static var now: Moment {
        var (steady, wall) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &steady)
        clock_gettime(CLOCK_REALTIME, &wall)
        return Moment(
            seconds: Double(steady.tv_sec) + Double(steady.tv_nsec) / 1e9,
            time: Timestamp(nanosecondsSinceEpoch: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec)))
    }

    /// Seconds from another moment to this one.
    public func seconds(since other: Moment) -> Double { seconds - other.seconds }
}
