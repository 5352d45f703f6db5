/// How the search for another route goes while the route is left.
public struct Rerouting: Sendable, Hashable {
    /// How often a router was asked since the route was left, from 0.
    public var attempts: Int
    /// Why the attempt before came to nothing, for people: completes "failed to …"; empty if none did.
    public var failure: String
    /// What a router is to answer now; `nil` while the next attempt waits for its time.
    public var request: RouteRequest?

    /// Makes the state of a search.
    public init(attempts: Int = 0, failure: String = "", request: RouteRequest? = nil) {
        self.attempts = attempts
        self.failure = failure
        self.request = request
    }
}
