/// The point of the route that belongs to a fix.
public struct MatchedPosition: Sendable, Hashable {
    /// The point on the line.
    public var position: Coordinate
    /// Direction of the route at the point, degrees clockwise from true north, 0..<360.
    public var bearingDegrees: Double
    /// Metres from the start of the route, along it.
    public var distanceAlongRouteMeters: Double
    /// Metres from the point to the smoothed position.
    public var distanceFromRouteMeters: Double

    /// Makes a matched position.
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
