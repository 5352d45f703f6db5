import NavigationEvents

/// While off the route: looks whether the driver is back on what remains of it.
struct ReturnFinder {
    /// One may turn around and rejoin somewhat before the place where one left.
    private static let behindMeters = 300.0
    private static let nearMeters = 100.0
    /// Without a course, so much way forward shows that the route is followed.
    private static let movedMeters = 10.0

    /// Metres along the route where it was left.
    let leftAlong: Double
    private let behindMeters: Double
    private var hits = 0
    private var firstAlong = 0.0
    private var lastAlong = 0.0
    private var lastTime: Timestamp?

    /// Who left the route by driving it backwards may turn around anywhere before.
    init(leftAlong: Double, isWrongWay: Bool = false) {
        self.leftAlong = leftAlong
        behindMeters = isWrongWay ? .infinity : Self.behindMeters
    }

    /// Metres along the route where one may rejoin it at the earliest; `start` is where what remains of it begins.
    func firstAlong(from start: Double) -> Double { max(start, leftAlong - behindMeters) }

    /// The place of return, once several fixes in a row lie on the route and advance with the speed.
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
