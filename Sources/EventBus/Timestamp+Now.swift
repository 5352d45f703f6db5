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
