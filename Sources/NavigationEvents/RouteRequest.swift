/// A request of guidance to a router for another route while the vehicle is off route.
///
/// It is part of every ``Rerouting`` until it is answered, so that a router that starts late or restarts receives it.
public struct RouteRequest: Sendable, Hashable {
    /// The number of the request, which its ``RouteAnswer`` repeats; unique within a session.
    public var number: UInt64
    /// The start of the new route: the smoothed position.
    public var position: Coordinate
    /// Radius that contains the true position with a probability of 68 %, metres, at least 0.
    public var horizontalAccuracyMeters: Double
    /// Direction of movement, degrees clockwise from true north, 0..<360; `nil` if unknown or while the vehicle is
    /// stationary.
    public var courseDegrees: Double?
    /// Speed over ground, metres per second, at least 0.
    public var speedMetersPerSecond: Double
    /// Whether the previous answer began against the course: the new route must continue ahead, even if it is longer.
    public var isCourseBinding: Bool
    /// The stopovers that are still to be reached, in order, the destination last; at least one.
    public var stopovers: [Coordinate]
    /// The mode of travel.
    public var travelMode: TravelMode

    /// Makes a request.
    public init(
        number: UInt64,
        position: Coordinate,
        horizontalAccuracyMeters: Double,
        courseDegrees: Double? = nil,
        speedMetersPerSecond: Double = 0,
        isCourseBinding: Bool = false,
        stopovers: [Coordinate],
        travelMode: TravelMode = .car
    ) {
        self.number = number
        self.position = position
        self.horizontalAccuracyMeters = horizontalAccuracyMeters
        self.courseDegrees = courseDegrees
        self.speedMetersPerSecond = speedMetersPerSecond
        self.isCourseBinding = isCourseBinding
        self.stopovers = stopovers
        self.travelMode = travelMode
    }
}
