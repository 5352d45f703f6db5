import Geodesy
import NavigationEvents

/// The point ahead on the route to steer to.
extension FollowedRoute {
    /// Farther from the route than this, no point of it is given.
    private static let maxMeters = 1000.0
    private static let farMeters = 65_000.0
    /// No point nearer than this is given.
    private static let minMeters = 15.0

    /// A point ahead of the matched position; `nil` next to the stop.
    @inline(__always)
    func lookahead(_ fix: Fix, _ observation: Observation, from matched: PresentPosition.Matched) -> LookaheadPoint? {
        let stopAlongMeters = approachedStop.distanceAlongRouteMeters
        let target = matched.distanceAlongRouteMeters + Self.aheadMeters(observation)
        guard target >= stopAlongMeters else { return point(at: target, near: matched.segment, from: fix) }
        // No point is given next to the stop, where it would change direction with every fix. The distance is taken
        // from the fix: after a turn back the vehicle is farther from the stop than its matched position, which only
        // advances.
        let stop = point(at: stopAlongMeters, near: matched.segment, from: fix)
        let nextToStop = max(min(Self.minMeters, limits.arrivalMeters), observation.accuracy)
        return stop.distanceMeters < nextToStop ? nil : stop
    }

    /// Whether the vehicle can go straight to the route from beside it: only pedestrians can. A car driver needs an
    /// opportunity to turn around instead.
    var isJoinedStraight: Bool { model.route.travelMode == .foot && !isDestinationReached }

    /// The point at which the route is joined or rejoined from beside it.
    ///
    /// - Parameters:
    ///   - fix: The last fix.
    ///   - observation: The last observation.
    ///   - first: Metres along the route from which it may be rejoined.
    ///   - expectedAlongMeters: Metres along the route near which it is expected to be rejoined.
    func lookaheadBack(
        _ fix: Fix, _ observation: Observation, from first: Double, expectedAlongMeters: Double
    ) -> LookaheadPoint? {
        guard first < limitAlongMeters else { return nil }
        let nearest = model.find(
            observation,
            RoutePointQuery(
                within: first...limitAlongMeters, radius: Self.maxMeters, minAgreement: -1,
                expectedAlongMeters: expectedAlongMeters))
        guard let nearest else { return nil }
        let ahead = Self.aheadMeters(observation)
        return point(
            at: min(nearest.distanceAlongRouteMeters + ahead, approachedStop.distanceAlongRouteMeters),
            near: nearest.segment, from: fix)
    }

    /// The point of the route nearest to an observation; `nil` if it is farther away than 50 km.
    func nearestPoint(to observation: Observation) -> RoutePoint? {
        var radius = Self.maxMeters
        while radius < Self.farMeters {
            let query = RoutePointQuery(within: 0...limitAlongMeters, radius: radius, minAgreement: -1)
            if let point = model.find(observation, query) { return point }
            radius *= 8
        }
        return nil
    }

    private static func aheadMeters(_ observation: Observation) -> Double {
        max(minMeters, 2.75 * observation.accuracy, 2 * observation.speed)
    }

    /// A point of the route as seen from a fix.
    private func point(at meters: Double, near segment: Int, from fix: Fix) -> LookaheadPoint {
        let target = model.segment(at: meters, near: segment)
        let fraction = model.fraction(of: target, at: meters)
        let displacement = model.displacement(
            latitude: fix.smoothedPosition.latitudeDegrees,
            longitude: model.continued(longitude: fix.smoothedPosition.longitudeDegrees), segment: target,
            fraction: fraction)
        return LookaheadPoint(
            position: model.coordinate(segment: target, fraction: fraction),
            bearingDegrees: Angle.bearing(eastMeters: displacement.east, northMeters: displacement.north) ?? 0,
            distanceMeters: (displacement.east * displacement.east + displacement.north * displacement.north)
                .squareRoot())
    }
}
