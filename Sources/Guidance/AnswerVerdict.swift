public import NavigationEvents

/// The decision on a router's answer.
public enum AnswerVerdict: Sendable, Hashable {
    /// Follow the route: ``GuidanceState/reroute(along:)``.
    case follow(Route)
    /// Request another route: the answer leads back the way the vehicle came; the reason.
    case askAgain(String)
    /// Ignore the answer: it is no longer needed; the reason.
    case drop(String)
    /// No usable route; the reason, as the continuation of "failed to …".
    case fail(String)
}
