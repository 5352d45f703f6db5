/// The answer of a router to a ``RouteRequest``.
public struct RouteAnswer: Sendable, Hashable {
    /// The result of the search.
    public enum Outcome: Sendable, Hashable {
        /// A route.
        case route(Route)
        /// No route; the reason for people, as the continuation of "failed to …".
        case failure(String)
    }

    /// The ``RouteRequest/number`` of the answered request.
    public var number: UInt64
    /// The result of the search.
    public var outcome: Outcome

    /// Makes an answer.
    public init(number: UInt64, outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }
}
