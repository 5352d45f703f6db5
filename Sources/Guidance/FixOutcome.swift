public import NavigationEvents

/// The result of a fix: the events that it causes.
public enum FixOutcome: Sendable, Hashable {
    /// The fix was ignored.
    case nothing
    /// `gps` only; no route is followed.
    case passed
    /// `gps`, and `navigation` with ``GuidanceState/info``.
    case guided
    /// `gps`, `navigation` and `navigationStopped` with the reason: the destination is reached, or the vehicle has parked
    /// near it.
    case ended(StopReason)
}
