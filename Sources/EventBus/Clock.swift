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

/// The process that started this one, or has adopted it.
func parentProcessID() -> Int32 { getppid() }

/// Whether there is such a process, and its user is neither ours nor under our power.
func isOfAnotherUser(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == EPERM }

/// Nanoseconds since the machine started, of which the kernel counts the starts of processes.
func nanosecondsSinceBoot() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}
