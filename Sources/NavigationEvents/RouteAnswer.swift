/// A router's answer to a ``RouteRequest``.
public struct RouteAnswer: Sendable, Hashable {
    /// What came of it.
    public enum Outcome: Sendable, Hashable {
        /// A way.
        case route(Route)
        /// There is none, and why, for people: completes "failed to …".
        case failure(String)
    }

    /// ``RouteRequest/number`` of the request that it answers.
    public var number: UInt64
    /// What came of it.
    public var outcome: Outcome

    /// Makes an answer.
    public init(number: UInt64, outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }
}
