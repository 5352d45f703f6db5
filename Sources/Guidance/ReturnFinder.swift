import NavigationEvents

/// Detects that the vehicle is back on the remaining route.
struct ReturnFinder {
    /// A vehicle may turn around and rejoin this far before the point at which it left.
    private static let behindMeters = 300.0
    private static let nearMeters = 100.0
    /// Without a course, this distance forwards shows that the route is followed.
    private static let movedMeters = 10.0

    /// Metres along the route at which it was left.
    let leftAlong: Double
    private let behindMeters: Double
    private var hits = 0
    private var firstAlong = 0.0
    private var lastAlong = 0.0
    private var lastTime: Timestamp?

    /// Makes a detector. After driving backwards, the vehicle may rejoin anywhere before `leftAlong`.
    init(leftAlong: Double, isWrongWay: Bool = false) {
        self.leftAlong = leftAlong
        behindMeters = isWrongWay ? .infinity : Self.behindMeters
    }

    /// Metres along the route from which it may be rejoined; `start` is the beginning of the remaining route.
    func firstAlong(from start: Double) -> Double { max(start, leftAlong - behindMeters) }

    /// The point of return, once several fixes in a row are on the route and advance with the speed.
    mutating func search(
        _ observation: Observation, on model: RouteModel, from start: Double, to limit: Double, limits: ModeLimits
    ) -> RoutePoint? {
        guard !observation.isWeak else { return nil }
        let seconds = lastTime.map { observation.time.seconds(since: $0) } ?? 0
        let expected = hits > 0 ? lastAlong + observation.speed * seconds : leftAlong
        let sigma =
            (observation.accuracy * observation.accuracy + limits.laneMeters * limits.laneMeters).squareRoot()
        let from = firstAlong(from: start)
        guard from < limit else { return nil }
        let found = model.find(
            observation,
            RouteSearch(
                within: from...limit, radius: max(15, 1.5 * sigma), leastAgreement: 0.7071,
                expectedAlong: expected))
        lastTime = observation.time
        guard let found else {
            hits = 0
            return nil
        }
        let tolerance = max(15, observation.speed * seconds / 2) + observation.accuracy
        if hits == 0 { firstAlong = found.along }
        hits = hits > 0 && (found.along - expected).magnitude <= tolerance ? hits + 1 : 1
        lastAlong = found.along
        let needed = (found.along - leftAlong).magnitude < Self.nearMeters ? 2 : 3
        let moves = observation.hasCourse || found.along - firstAlong > Self.movedMeters
        return hits >= needed && moves ? found : nil
    }
}
