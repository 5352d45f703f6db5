/// The result of a walk.
struct WalkResult: Hashable, Sendable {
    /// How it ended.
    enum End: String, Hashable, Sendable {
        /// The arrival was perceived, at the destination.
        case arrived
        /// The arrival was perceived somewhere else.
        case elsewhere
        /// The arrival was never perceived.
        case lost
    }

    var end: End
    var seconds: Double
    var walkedMeters: Double
    /// The length of the route; ``shortestSeconds`` is its duration at the usual speed.
    var shortestMeters: Double
    var shortestSeconds: Double { shortestMeters / WalkerBody.usualSpeedMetersPerSecond }
    /// How often guidance reported that the route was left.
    var offRouteEpisodes = 0
    /// The number of perceived rhythms, and of those that were not recognized.
    var felt = 0
    var unrecognized = 0
    /// The longest time without a pulse while further than ``offCourseMeters`` from the route.
    var maxSilenceSeconds = 0.0
    /// The largest distance from the route, metres.
    var furthestMeters = 0.0
    /// The smallest distance from the destination, metres, whether or not the arrival was perceived.
    var nearestMeters = Double.infinity

    /// Beyond this distance from the route the walker is off course.
    static let offCourseMeters = 15.0
    /// Within this distance the destination is reached: the radius of arrival plus the error of the receiver.
    static let destinationMeters = 45.0

    var hasArrived: Bool { end == .arrived }
    /// The walked distance divided by the length of the route.
    var detour: Double { shortestMeters > 0 ? walkedMeters / shortestMeters : 1 }
    /// The duration divided by that of the route at the usual speed.
    var slowness: Double { shortestSeconds > 0 ? seconds / shortestSeconds : 1 }
}
