/// The straight line to the route, while the vehicle or person is on its way to it ("proceed to route").
public struct RouteApproach: Sendable, Hashable {
    /// Metres from the smoothed position to the nearest point of the route, at least 0.
    public var distanceMeters: Double
    /// Direction from the smoothed position to that point, degrees clockwise from true north, 0..<360.
    public var bearingDegrees: Double

    /// Makes the line to the route.
    public init(distanceMeters: Double, bearingDegrees: Double) {
        self.distanceMeters = distanceMeters
        self.bearingDegrees = bearingDegrees
    }
}
