public import NavigationEvents

/// The result of a fix: the events that it causes.
public enum FixOutcome: Sendable, Hashable {
    /// The fix was ignored.
    case nothing
    /// `gps` only; no route is followed.
    case passed
    /// `gps`, and `navigation` with ``GuidanceState/info``.
    case guided
    /// `gps`, `navigation` with ``GuidanceState/info``, and these events of the end: `navigation` in the state `stopped`,
    /// and `navigationStopped`. The destination is reached, or the vehicle has parked near it.
    case ended([Event])
}
