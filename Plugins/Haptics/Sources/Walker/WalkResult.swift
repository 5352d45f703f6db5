/// What came of a walk.
struct WalkResult: Hashable, Sendable {
    /// How it ended.
    enum End: String, Hashable, Sendable {
        /// The arrival was felt, at the destination.
        case arrived
        /// The arrival was felt somewhere else.
        case elsewhere
        /// It was never felt.
        case lost
    }

    var end: End
    var seconds: Double
    var walkedMeters: Double
    /// Of the route, and at the usual speed.
    var shortestMeters: Double
    var shortestSeconds: Double { shortestMeters / WalkerBody.usualSpeed }
    /// How often guidance said that the route was left.
    var offRouteEpisodes = 0
    /// Rhythms felt, and those that were taken for nothing.
    var felt = 0
    var unrecognized = 0
    /// The longest time without a pulse while further than ``offCourseMeters`` from the route.
    var longestSilenceSeconds = 0.0
    /// Furthest from the route, metres.
    var furthestMeters = 0.0
    /// Nearest to the destination, metres, whether or not anything was felt there.
    var nearestMeters = Double.infinity

    /// Further than this from the route one is off course.
    static let offCourseMeters = 15.0
    /// Nearer than this the destination is reached: the radius of arrival, and the receiver's error.
    static let destinationMeters = 45.0

    var hasArrived: Bool { end == .arrived }
    /// Walked against the shortest path.
    var detour: Double { shortestMeters > 0 ? walkedMeters / shortestMeters : 1 }
    /// Time against the shortest path at the usual speed.
    var slowness: Double { shortestSeconds > 0 ? seconds / shortestSeconds : 1 }
}
