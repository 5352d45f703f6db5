import Glibc
import Platform

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
public struct SystemPaceClock: PaceClock {
    /// Makes the clock.
    public init() {}

    /// Seconds since the machine started.
    public func now() -> Double { MonotonicInstant.now.seconds }

    /// Sleeps, on the calling thread.
    public func wait(until deadline: Double, stop: StopSignal) {
        let seconds = deadline - now()
        if seconds > 0 { _ = stop.wait(seconds: seconds) }
    }

    /// The wall clock.
    public func wallSeconds() -> Double { Double(WallClock.nanosecondsSinceEpoch) / 1e9 }
}
