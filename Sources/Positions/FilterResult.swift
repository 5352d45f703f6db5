public import NavigationEvents

/// The result of filtering a fix.
public enum FilterResult: Sendable, Hashable {
    /// A position; its ``Fix/smoothedPosition`` is set.
    case accepted(Fix)
    /// The fix was rejected, with the reason.
    case rejected(FixRejection)
}
