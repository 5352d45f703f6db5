/// The vehicle is on its way to the route and was not on it yet.
struct ApproachPhase {
    /// Detects that the vehicle has joined the route after its first kilometres.
    private var joinDetector = RejoinDetector(leftAlongMeters: 0)
    private var wrongWayDetector = WrongWayDetector()
    /// The nearest point of the route, as of the last fix; `nil` if it is very far away.
    private(set) var nearest: RoutePoint?
    private var minMeters = Double.infinity
    private var movingSeconds = 0.0

    /// After driving this much farther away, metres, for this long, or without coming nearer for this long, seconds, the
    /// vehicle does not go to the route by itself.
    private static let awayMeters = 50.0
    private static let awaySeconds = 10.0
    private static let besideSeconds = 30.0
    /// Metres by which the vehicle comes nearer, rather than the position wanders.
    private static let nearerMeters = 10.0
    /// Slower vehicles do not drive, metres per second.
    private static let movingSpeed = 0.5

    /// Whether the vehicle drives away from the route, or beside it.
    private mutating func isDrivingElsewhere(_ observation: Observation, _ seconds: Double) -> Bool {
        guard !observation.isWeak, let meters = nearest?.offset else { return false }
        if meters < minMeters - Self.nearerMeters {
            (minMeters, movingSeconds) = (meters, 0)
        } else if observation.certainSpeed > Self.movingSpeed {
            movingSeconds += min(seconds, Self.awaySeconds)
        }
        let isAway = meters > minMeters + Self.awayMeters && movingSeconds >= Self.awaySeconds
        return isAway || movingSeconds >= Self.besideSeconds
    }

    /// Searches the position: near the start, or where the route is joined later.
    mutating func search(
        _ observation: Observation, _ seconds: Double, on route: FollowedRoute, entry: RouteEntry
    ) -> PositionSearch {
        let point =
            InitialMatcher.find(
                observation, on: route.model, to: route.limitAlongMeters, isAnywhere: entry.isReplacement,
                isSecondTry: entry.hasFailed)
            ?? joinDetector.search(observation, on: route)
        if let point { return .onRoute(point) }
        nearest = route.nearestPoint(to: observation)
        if let point = wrongWayDetector.search(observation, seconds: seconds, on: route) { return .wrongWay(point) }
        return isDrivingElsewhere(observation, seconds) ? .offRoute : .notFound
    }
}
