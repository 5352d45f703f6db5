import Glibc

/// An instant of the machine's monotonic clock (CLOCK_MONOTONIC): it is never set, stops while the machine sleeps, and is
/// the same for all processes since the machine started.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the machine started.
    public var nanoseconds: UInt64

    /// Makes an instant.
    ///
    /// - Parameter nanoseconds: Nanoseconds since the machine started.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// The current instant.
    public static var now: MonotonicInstant {
        MonotonicInstant(nanoseconds: WallClock.nanoseconds(CLOCK_MONOTONIC))
    }

    /// Seconds since the machine started.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Whole milliseconds since the machine started.
    public var milliseconds: Int { Int(clamping: nanoseconds / 1_000_000) }

    /// Seconds from another instant to this one; negative if this one is earlier.
    public func seconds(since other: MonotonicInstant) -> Double {
        nanoseconds >= other.nanoseconds
            ? Double(nanoseconds - other.nanoseconds) / 1e9 : -Double(other.nanoseconds - nanoseconds) / 1e9
    }

    /// The earlier instant is the smaller one.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
