/// The point on the line of the route at which guidance assumes the vehicle or person.
public struct MatchedPosition: Sendable, Hashable {
    /// The point on the line.
    public var position: Coordinate
    /// Direction of the route at the point, degrees clockwise from true north, 0..<360.
    public var bearingDegrees: Double
    /// Metres from the start of the route to the point, along the route.
    public var distanceAlongRouteMeters: Double
    /// Metres from the point to the smoothed position of the fix, at least 0.
    public var distanceFromRouteMeters: Double

    /// Makes a matched position.
    @inlinable
    public init(
        position: Coordinate,
        bearingDegrees: Double,
        distanceAlongRouteMeters: Double,
        distanceFromRouteMeters: Double
    ) {
        self.position = position
        self.bearingDegrees = bearingDegrees
        self.distanceAlongRouteMeters = distanceAlongRouteMeters
        self.distanceFromRouteMeters = distanceFromRouteMeters
    }
}
