import Glibc
public import NavigationEvents

extension Timestamp {
    /// The present moment of the wall clock.
    public static var now: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(nanosecondsSinceEpoch: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
    }
}

/// The process this runs in.
func currentProcessID() -> Int32 { getpid() }
