import Geodesy
import NavigationEvents

/// The point ahead on the route to steer to.
extension Navigation {
    /// Farther from the route than this, no point of it is given.
    private static let maxMeters = 1000.0
    /// No point nearer than this is given.
    private static let minMeters = 15.0

    /// A point ahead on the route: from the matched position, or, without one, from the nearest point at which the
    /// route can be joined. `nil` if it would be of no use.
    ///
    /// - Parameters:
    ///   - fix: The last fix.
    ///   - motion: The movement as of that fix.
    ///   - tracker: The position on the route; `nil` off route, or if it is not known.
    func lookahead(_ fix: Fix, _ motion: Motion, _ tracker: Tracker?) -> LookaheadPoint? {
        let accuracy = Observation.accuracy(of: fix)
        let ahead = max(Self.minMeters, 2.75 * accuracy, 2 * motion.speed)
        guard let tracker else { return pointBack(fix, ahead) }
        let stopAlongMeters = route.approachedStop.distanceAlongRouteMeters
        let target = tracker.distanceAlongRouteMeters + ahead
        guard target >= stopAlongMeters else {
            return point(at: target, near: tracker.segment, from: fix)
        }
        // No point is given next to the stop, where it would change direction with every fix. The distance is taken
        // from the fix: after a turn back the vehicle is farther from the stop than its matched position, which only
        // advances.
        let stop = point(at: stopAlongMeters, near: tracker.segment, from: fix)
        return stop.distanceMeters < max(Self.minMeters, accuracy) ? nil : stop
    }

    /// The point at which the route is rejoined from beside it. Only pedestrians can go straight there; a car driver
    /// needs an opportunity to turn around instead.
    private func pointBack(_ fix: Fix, _ ahead: Double) -> LookaheadPoint? {
        guard route.model.route.travelMode == .foot, let observation = lastObservation, !route.isDestinationReached
        else { return nil }
        let start = route.startAlongMeters
        let (first, expected) =
            switch phase {
            case .approaching, .onRoute: (start, start)
            case .offRoute(let offRoute): (offRoute.firstAlongMeters(from: start), offRoute.leftAlongMeters)
            case .positionLost(let lost): (start, lost.distanceAlongRouteMeters)
            }
        guard first < route.limitAlongMeters else { return nil }
        let nearest = route.model.find(
            observation,
            RoutePointQuery(
                within: first...route.limitAlongMeters, radius: Self.maxMeters, minAgreement: -1,
                expectedAlongMeters: expected))
        guard let nearest else { return nil }
        return point(
            at: min(nearest.distanceAlongRouteMeters + ahead, route.approachedStop.distanceAlongRouteMeters),
            near: nearest.segment,
            from: fix)
    }

    /// A point of the route as seen from a fix.
    private func point(at meters: Double, near segment: Int, from fix: Fix) -> LookaheadPoint {
        let model = route.model
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
