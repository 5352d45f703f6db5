/// The vehicle is on its way to the route and was not on it yet.
struct ApproachPhase {
    /// Detects that the vehicle has joined the route after its first kilometres.
    private var joinDetector = RejoinDetector(leftAlongMeters: 0)
    private var wrongWayDetector = WrongWayDetector()

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
        return wrongWayDetector.search(observation, seconds: seconds, on: route).map { .wrongWay($0) } ?? .notFound
    }
}
