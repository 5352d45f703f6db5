import NavigationEvents

/// Detects that the vehicle is back on the remaining route.
struct RejoinDetector {
    /// A vehicle may turn around and rejoin this far before the point at which it left.
    private static let backwardMeters = 300.0
    private static let nearMeters = 100.0
    /// Without a course, this distance forwards shows that the route is followed.
    private static let movedMeters = 10.0

    /// Metres along the route at which it was left.
    let leftAlongMeters: Double
    private let backwardMeters: Double
    /// Metres along the route that the vehicle must follow.
    private let provingMeters: Double
    private var hits = 0
    private var firstAlongMeters = 0.0
    private var lastAlongMeters = 0.0
    private var lastTime: Timestamp?

    /// Makes a detector. After driving backwards, the vehicle may rejoin anywhere before `leftAlongMeters`.
    ///
    /// - Parameters:
    ///   - leftAlongMeters: Metres along the route at which it was left.
    ///   - isWrongWay: Whether the vehicle drives backwards along the route.
    ///   - provingMeters: Metres along the route that the vehicle must follow until it is back.
    init(leftAlongMeters: Double, isWrongWay: Bool = false, provingMeters: Double = 0) {
        self.leftAlongMeters = leftAlongMeters
        self.provingMeters = provingMeters
        backwardMeters = isWrongWay ? .infinity : Self.backwardMeters
    }

    /// Metres along the route from which it may be rejoined; `start` is the beginning of the remaining route.
    func firstAlongMeters(from start: Double) -> Double { max(start, leftAlongMeters - backwardMeters) }

    /// The point of return, once several fixes in a row are on the route and advance with the speed.
    mutating func search(_ observation: Observation, on route: FollowedRoute) -> RoutePoint? {
        let from = firstAlongMeters(from: route.startAlongMeters)
        guard from < route.limitAlongMeters else { return nil }
        return search(observation, within: from...route.limitAlongMeters, on: route)
    }

    /// The point of a stretch of the route, metres along it, at which the vehicle has rejoined it.
    mutating func search(
        _ observation: Observation, within stretch: ClosedRange<Double>, on route: FollowedRoute
    ) -> RoutePoint? {
        guard !observation.isWeak else { return nil }
        let seconds = lastTime.map { observation.time.seconds(since: $0) } ?? 0
        let expected = hits > 0 ? lastAlongMeters + observation.speed * seconds : leftAlongMeters
        let laneMeters = route.limits.laneMeters
        let sigma = (observation.accuracy * observation.accuracy + laneMeters * laneMeters).squareRoot()
        let found = route.model.find(
            observation,
            RoutePointQuery(
                within: stretch, radius: max(15, 1.5 * sigma), minAgreement: 0.7071,
                expectedAlongMeters: expected))
        lastTime = observation.time
        guard let found else {
            hits = 0
            return nil
        }
        let tolerance = max(15, observation.speed * seconds / 2) + observation.accuracy
        hits = hits > 0 && (found.distanceAlongRouteMeters - expected).magnitude <= tolerance ? hits + 1 : 1
        if hits == 1 { firstAlongMeters = found.distanceAlongRouteMeters }
        lastAlongMeters = found.distanceAlongRouteMeters
        let needed = (found.distanceAlongRouteMeters - leftAlongMeters).magnitude < Self.nearMeters ? 2 : 3
        let followedMeters = found.distanceAlongRouteMeters - firstAlongMeters
        let moves = observation.hasCourse || followedMeters > Self.movedMeters
        return hits >= needed && moves && followedMeters >= provingMeters ? found : nil
    }
}
