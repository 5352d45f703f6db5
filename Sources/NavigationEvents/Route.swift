/// A route to follow: the payload of onNavigationStarted.
public struct Route: Sendable, Hashable {
    /// The id of this route; a replacement has another one.
    public var id: String
    /// The service that computed it ("valhalla", "osrm").
    public var provider: String
    /// The reason of the start.
    public var reason: RouteReason
    /// The mode of travel.
    public var travelMode: TravelMode
    /// The vertices of the line, from start to destination; at least two.
    public var geometry: [Coordinate]
    /// One leg per stopover; at least one.
    public var legs: [Leg]
    /// The points to reach, the destination last; as many as legs.
    public var stopovers: [Stopover]
    /// The sections in tunnels, from the router.
    public var tunnels: [GeometrySpan]
    /// The sections on ferries and on trains that carry vehicles, from the router.
    public var ferries: [GeometrySpan]
    /// The speed limits that the router knows, in the order of the route, without overlap.
    public var speedLimits: [SpeedLimitSpan]
    /// Length of the route, metres.
    public var distanceMeters: Double
    /// Expected travel time of the route, from the router, seconds.
    public var durationSeconds: Double

    /// Makes a route. Nothing is checked here; the module `Routes` checks routes.
    public init(
        id: String,
        provider: String,
        reason: RouteReason = .requested,
        travelMode: TravelMode = .car,
        geometry: [Coordinate],
        legs: [Leg],
        stopovers: [Stopover],
        tunnels: [GeometrySpan] = [],
        ferries: [GeometrySpan] = [],
        speedLimits: [SpeedLimitSpan] = [],
        distanceMeters: Double,
        durationSeconds: Double
    ) {
        self.id = id
        self.provider = provider
        self.reason = reason
        self.travelMode = travelMode
        self.geometry = geometry
        self.legs = legs
        self.stopovers = stopovers
        self.tunnels = tunnels
        self.ferries = ferries
        self.speedLimits = speedLimits
        self.distanceMeters = distanceMeters
        self.durationSeconds = durationSeconds
    }
}
