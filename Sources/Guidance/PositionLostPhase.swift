/// The vehicle was on the route, and its position was lost.
struct PositionLostPhase {
    /// Good fixes far from the route that prove that it was left meanwhile.
    private static let provingFixes = 5

    /// Metres along the route at which the position was lost.
    let distanceAlongRouteMeters: Double
    /// Good fixes since then that were not near the route.
    private var farFixes = 0
    private var wrongWayDetector = WrongWayDetector()

    init(at distanceAlongRouteMeters: Double) { self.distanceAlongRouteMeters = distanceAlongRouteMeters }

    /// The phase after the position was lost again.
    var afterReset: PositionLostPhase {
        var phase = self
        phase.farFixes = 0
        return phase
    }

    /// Searches the position near the last known one. A vehicle that is not near the route in several good fixes has
    /// left it.
    mutating func search(
        _ observation: Observation, _ seconds: Double, on route: FollowedRoute
    ) -> PositionSearch {
        let point = route.model.find(
            observation, from: route.startAlongMeters, to: route.limitAlongMeters,
            expectedAlongMeters: distanceAlongRouteMeters)
        if let point { return .onRoute(point) }
        if !observation.isWeak, observation.speed > OffRouteDetector.movingSpeed { farFixes += 1 }
        if farFixes >= Self.provingFixes { return .offRoute }
        return wrongWayDetector.search(observation, seconds: seconds, on: route).map { .wrongWay($0) } ?? .notFound
    }
}
