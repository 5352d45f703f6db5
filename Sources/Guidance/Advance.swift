/// What a fix has brought about: which events it is worth.
public enum Advance: Sendable, Hashable {
    /// It was ignored.
    case nothing
    /// It passes as `gps`; no route is followed.
    case passed
    /// `gps`, and `navigation` with ``GuidanceState/info``.
    case guided
    /// The same, and `navigationStopped`: the destination is reached.
    case arrived
}
