import Glibc
import Platform

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
public struct SystemPaceClock: PaceClock {
    /// Makes the clock.
    public init() {}

    /// Seconds since the machine started.
    public func now() -> Double { MonotonicInstant.now.seconds }

    /// Sleeps on the calling thread until the deadline or the stop signal.
    public func wait(until deadline: Double, stop: StopSignal) {
        let seconds = deadline - now()
        if seconds > 0 { _ = stop.wait(seconds: seconds) }
    }

    /// The wall clock.
    public func wallSeconds() -> Double { Double(WallClock.nanosecondsSinceEpoch) / 1e9 }
}
