import Glibc

/// The time that paces a source. Tests bring one of their own and wait for nothing.
public protocol PaceClock: Sendable {
    /// Seconds since any fixed moment; never goes back.
    func now() -> Double
    /// Waits until that moment has come or the signal is given, whichever is first.
    func wait(until deadline: Double, stop: StopSignal)
    /// Seconds since 1970-01-01, as the wall clock shows.
    func wallSeconds() -> Double
}

/// The machine's own clock.
public struct MonotonicClock: PaceClock {
    /// Makes the clock.
    public init() {}

    /// Seconds since the machine started.
    public func now() -> Double { Self.seconds(CLOCK_MONOTONIC) }

    /// Sleeps, on the calling thread.
    public func wait(until deadline: Double, stop: StopSignal) {
        let seconds = deadline - now()
        if seconds > 0 { _ = stop.wait(seconds: seconds) }
    }

    /// The wall clock.
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
