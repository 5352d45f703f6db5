/// The result of a fix: the events that it causes.
public enum FixOutcome: Sendable, Hashable {
    /// The fix was ignored.
    case nothing
    /// `gps` only; no route is followed.
    case passed
    /// `gps`, and `navigation` with ``GuidanceState/info``.
    case guided
    /// `gps`, `navigation` and `navigationStopped`: the destination is reached.
    case arrived
}
