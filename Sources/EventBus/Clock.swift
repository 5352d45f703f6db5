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

/// The number of this process.
func currentProcessID() -> Int32 { getpid() }

/// The number of the parent process, or of the process that has adopted this one.
func parentProcessID() -> Int32 { getppid() }

/// Whether the process exists and belongs to a user whose processes this one may not signal.
func isOfAnotherUser(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == EPERM }

/// Nanoseconds since the start of the machine, the clock of the start times of processes.
func nanosecondsSinceBoot() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}
