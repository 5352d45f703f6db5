import Glibc
public import NavigationEvents
import Platform

extension Timestamp {
    /// The present moment of the wall clock.
    public static var now: Timestamp {
        Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)
    }
}

/// The process this runs in.
func currentProcessID() -> Int32 { getpid() }

/// The process that started this one, or has adopted it.
func parentProcessID() -> Int32 { getppid() }

/// Whether there is such a process, and its user is neither ours nor under our power.
func isOfAnotherUser(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == EPERM }
