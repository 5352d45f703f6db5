public import NavigationEvents

/// What is to become of a router's answer.
public enum AnswerVerdict: Sendable, Hashable {
    /// It is followed: ``GuidanceState/reroute(along:)``.
    case follow(Route)
    /// It leads back where one came from, and is asked for once more.
    case askAgain(String)
    /// Nobody waits for it any more, and why.
    case drop(String)
    /// There is no other route, and why: completes "failed to …".
    case fail(String)
}
