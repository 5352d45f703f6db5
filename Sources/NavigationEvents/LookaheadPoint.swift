/// A point ahead on the route to which turn-until-quiet haptics lead the wearer of a device.
public struct LookaheadPoint: Sendable, Hashable {
    /// The point.
    public var position: Coordinate
    /// Direction from the smoothed position to the point, degrees clockwise from true north, 0..<360.
    public var bearingDegrees: Double
    /// Metres from the smoothed position to the point, in a straight line.
    public var distanceMeters: Double

    /// Makes a lookahead point.
    @inlinable
    public init(position: Coordinate, bearingDegrees: Double, distanceMeters: Double) {
        self.position = position
        self.bearingDegrees = bearingDegrees
        self.distanceMeters = distanceMeters
    }
}
