/// Distance and time to a point on the route.
public struct Remaining: Sendable, Hashable {
    /// Metres along the route, at least 0.
    public var distanceMeters: Double
    /// Expected travel time, seconds, at least 0.
    public var durationSeconds: Double

    /// Makes a remaining distance and time.
    @inlinable
    public init(distanceMeters: Double, durationSeconds: Double) {
        self.distanceMeters = distanceMeters
        self.durationSeconds = durationSeconds
    }
}
