/// The state of the search for another route while the vehicle is off route.
public struct Rerouting: Sendable, Hashable {
    /// The number of requests to a router since the route was left, from 0.
    public var attempts: Int
    /// For people: the reason why the previous attempt failed, as the continuation of "failed to …"; empty if none
    /// failed.
    public var failure: String
    /// The request for a router to answer now; `nil` until the next attempt is due.
    public var request: RouteRequest?

    /// Makes the state of a search.
    public init(attempts: Int = 0, failure: String = "", request: RouteRequest? = nil) {
        self.attempts = attempts
        self.failure = failure
        self.request = request
    }
}
