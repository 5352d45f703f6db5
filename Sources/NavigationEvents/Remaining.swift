/// What is left until a place on the route.
public struct Remaining: Sendable, Hashable {
    /// Metres along the route, at least 0.
    public var distanceMeters: Double
    /// Seconds, as the router expects for the stretch, at least 0.
    public var durationSeconds: Double

    /// Makes a remainder.
    public init(distanceMeters: Double, durationSeconds: Double) {
        self.distanceMeters = distanceMeters
        self.durationSeconds = durationSeconds
    }
}
