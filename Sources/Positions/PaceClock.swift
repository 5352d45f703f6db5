import Glibc

/// The clock that paces a source. Tests replace it, so that they do not wait.
public protocol PaceClock: Sendable {
    /// Seconds since a fixed moment; never decreases.
    func now() -> Double
    /// Waits until the deadline or the stop signal, whichever is first.
    func wait(until deadline: Double, stop: StopSignal)
    /// Seconds since 1970-01-01, by the wall clock.
    func wallSeconds() -> Double
}

/// The machine's own clock.
public struct MonotonicClock: PaceClock {
    /// Makes the clock.
    public init() {}

    /// Seconds since the machine started.
    public func now() -> Double { Self.seconds(CLOCK_MONOTONIC) }

    /// Sleeps on the calling thread until the deadline or the stop signal.
    public func wait(until deadline: Double, stop: StopSignal) {
        let seconds = deadline - now()
        if seconds > 0 { _ = stop.wait(seconds: seconds) }
    }

    /// Seconds since 1970-01-01.
    public func wallSeconds() -> Double { Self.seconds(CLOCK_REALTIME) }

    /// Nanoseconds since the machine started.
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
