/// What guidance asks of a router while the route is left: from where, to where.
///
/// It stands in every ``Rerouting`` until it is answered, so that a router which comes late or comes back finds it.
public struct RouteRequest: Sendable, Hashable {
    /// Names the request in its ``RouteAnswer``; every request of a session has another one.
    public var number: UInt64
    /// Where the way begins: the smoothed position.
    public var position: Coordinate
    /// Radius in metres that holds the true position with 68 % probability.
    public var horizontalAccuracyMeters: Double
    /// Direction of movement, degrees clockwise from true north, 0..<360; `nil` while it is not known or one stands.
    public var courseDegrees: Double?
    /// Metres per second.
    public var speedMetersPerSecond: Double
    /// Whether the answer before began against the course: a way that goes on ahead is wanted, even if it is longer.
    public var isCourseBinding: Bool
    /// The places still to be reached, in order, the destination last; at least one.
    public var stopovers: [Coordinate]
    /// How one travels.
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
