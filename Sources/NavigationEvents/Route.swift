/// A route to follow, as the payload of onNavigationStarted.
public struct Route: Sendable, Hashable {
    /// Identity of this route; a replacement has another one.
    public var id: String
    /// Who computed it ("valhalla", "osrm").
    public var provider: String
    /// Why it was started.
    public var reason: RouteReason
    /// How it is travelled.
    public var travelMode: TravelMode
    /// The line, start to destination; at least two vertices.
    public var geometry: [Coordinate]
    /// One leg for each stopover; at least one.
    public var legs: [Leg]
    /// The places to reach, the destination last; as many as legs.
    public var stopovers: [Stopover]
    /// Where the route runs through tunnels.
    public var tunnels: [GeometrySpan]
    /// Speed limits where known, in order, without overlap.
    public var speedLimits: [SpeedLimitSpan]
    /// Length in metres.
    public var distanceMeters: Double
    /// Expected duration in seconds.
    public var durationSeconds: Double

    /// Makes a route; nothing is checked here, the room Routes does that.
    public init(
        id: String,
        provider: String,
        reason: RouteReason = .requested,
        travelMode: TravelMode = .car,
        geometry: [Coordinate],
        legs: [Leg],
        stopovers: [Stopover],
        tunnels: [GeometrySpan] = [],
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
        self.speedLimits = speedLimits
        self.distanceMeters = distanceMeters
        self.durationSeconds = durationSeconds
    }
}
