import Geodesy
import NavigationEvents

/// The point to steer by.
extension Navigation {
    /// So far from the route, nothing on it is pointed at any more.
    private static let mostMeters = 1000.0
    /// Nearer than this nothing is pointed at.
    private static let leastMeters = 15.0

    /// A point of the route some way ahead: of the place where one is, or, while there is none, of the nearest place where
    /// the route can be joined. `nil` where pointing there would be of no use.
    func lookahead(_ fix: Fix, _ motion: Motion) -> LookaheadPoint? {
        let accuracy = FixGate.accuracy(of: fix)
        let ahead = max(Self.leastMeters, 2.75 * accuracy, 2 * motion.speed)
        guard let tracker, !isOffRoute else { return pointBack(fix, ahead) }
        let target = tracker.along + ahead
        guard target >= nextStopAlong else { return point(along: target, near: tracker.segment, from: fix) }
        // None beside the stop, where every fix would turn one about. How far it is tells the fix: who has turned round is
        // further from it than the place along the route, which goes forwards.
        let stop = point(along: nextStopAlong, near: tracker.segment, from: fix)
        return stop.distanceMeters < max(Self.leastMeters, accuracy) ? nil : stop
    }

    /// Where who is beside the route joins it. Only those on foot can go straight there: a car that is told to turn
    /// between two streets is told nothing, and has its driver looking for a place to turn around as it is.
    private func pointBack(_ fix: Fix, _ ahead: Double) -> LookaheadPoint? {
        guard model.route.travelMode == .foot, let observation = lastObservation, !isDestinationReached else {
            return nil
        }
        let expected = returning?.leftAlong ?? lostAlong ?? startAlong
        let first = returning?.firstAlong(from: startAlong) ?? startAlong
        guard first < limitAlong else { return nil }
        let nearest = model.find(
            observation,
            RouteSearch(
                within: first...limitAlong, radius: Self.mostMeters, leastAgreement: -1, expectedAlong: expected))
        guard let nearest else { return nil }
        return point(along: min(nearest.along + ahead, nextStopAlong), near: nearest.segment, from: fix)
    }

    /// The place of the route, as seen from a fix.
    private func point(along: Double, near segment: Int, from fix: Fix) -> LookaheadPoint {
        let target = model.segment(at: along, near: segment)
        let fraction = model.fraction(of: target, at: along)
        let way = model.displacement(
            latitude: fix.smoothedPosition.latitudeDegrees,
            longitude: model.continued(longitude: fix.smoothedPosition.longitudeDegrees), segment: target,
            fraction: fraction)
        return LookaheadPoint(
            position: model.coordinate(segment: target, fraction: fraction),
            bearingDegrees: Angle.bearing(eastMeters: way.east, northMeters: way.north) ?? 0,
            distanceMeters: (way.east * way.east + way.north * way.north).squareRoot())
    }
}
