import Glibc
public import NavigationEvents
import Platform

extension Timestamp {
    /// The present moment of the wall clock.
    public static var now: Timestamp {
        Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)
    }
}

/// The number of this process.
func currentProcessID() -> Int32 { getpid() }

/// The number of the parent process, or of the process that has adopted this one.
func parentProcessID() -> Int32 { getppid() }

/// Whether the process exists and belongs to a user whose processes this one may not signal.
func isOfAnotherUser(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == EPERM }
