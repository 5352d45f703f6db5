import Glibc

/// The clocks of the machine that count from a fixed date or start.
public enum WallClock {
    /// Nanoseconds since 1970-01-01T00:00:00Z, as the machine's clock shows (CLOCK_REALTIME).
    public static var nanosecondsSinceEpoch: Int64 { Int64(clamping: nanoseconds(CLOCK_REALTIME)) }

    /// Nanoseconds since the machine started, including the time it slept (CLOCK_BOOTTIME). The kernel counts the starts of
    /// processes on this clock.
    public static var nanosecondsSinceBoot: UInt64 { nanoseconds(CLOCK_BOOTTIME) }

    static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_nsec)
    }
}
