public import NavigationEvents

/// The decision on a router's answer, see ``GuidanceState/process(_:)``.
public enum AnswerVerdict: Sendable, Hashable {
    /// The route is followed, as completed by guidance.
    case follow(Route)
    /// Another route is requested: the answer leads back the way the vehicle came; the reason.
    case askAgain(String)
    /// The answer is ignored: it is no longer needed; the reason.
    case drop(String)
    /// No usable route; the reason, as the continuation of "failed to …".
    case fail(String)
}
