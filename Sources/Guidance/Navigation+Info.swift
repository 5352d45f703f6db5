import Geodesy
import NavigationEvents

extension Navigation {
    /// Writes the complete guidance for the event.
    ///
    /// Changes only the zoom. It calls methods of parts: for a function that does not mutate the navigation, the
    /// compiler would copy all of it with each fix.
    mutating func describe(
        _ present: inout PresentInfo, _ time: Timestamp, _ fix: Fix, _ observation: Observation,
        _ position: PresentPosition,
        _ cue: Cue?
    ) {
        if position.isOffRoute {
            present.showOffRoute(from: route.model, rerouter)
        } else {
            present.show(step: route.stepIndex, of: route.model)
        }
        present.info.fix = fix
        present.info.isRouteChanged = present.takeRouteChange()
        present.info.isDestinationReached = route.isDestinationReached
        present.info.stopoversReached = route.stopsReached
        (present.info.stopoversSkipped, present.info.skipReason) = (route.stopsSkipped, route.skipReason)
        present.info.isOffRoute = position.isOffRoute
        present.info.isWrongWay = position.isOffRoute && phase.isWrongWay
        present.info.cue = cue
        if let matched = position.matched, !position.isOffRoute {
            present.info.lookahead = route.lookahead(fix, observation, from: matched)
        } else {
            present.info.lookahead = route.isJoinedStraight ? lookaheadBack(fix, observation) : nil
        }
        present.info.approach = position.matched == nil ? approach(from: observation) : nil
        present.info.positionStatus =
            gap?.value.status ?? (position.matched?.isRecovering == true ? .estimated : .reliable)
        (present.info.positionRadiusMeters, present.info.positionCause) = confidence(observation, position)
        route.describeRemaining(&present.info, position, timeFactor: etaCorrection.factor)
        present.info.suggestedZoomMeters = zoom.advance(
            to: time, speed: observation.smoothedSpeed,
            toManeuver: route.nextManeuverAlongMeters - position.knownAlongMeters)
        route.describeMatch(&present.info, position.matched)
    }

    /// The radius that contains the true position with a probability of 95 %, metres, and the reason why it is large.
    ///
    /// The factors are calibrated on the drives of the benchmark: along the route the position is known better than by
    /// the fix alone, with a measured speed, and beside it, it may be anywhere between the line and the fix.
    private mutating func confidence(
        _ observation: Observation, _ position: PresentPosition
    ) -> (radius: Double?, cause: PositionCause) {
        guard hasBegun else { return (nil, .unknown) }
        let cause: PositionCause =
            if let along = position.matched?.distanceAlongRouteMeters, gap != nil {
                route.model.stretch(of: route.model.tunnels, at: along) == nil ? gapCause : .tunnel
            } else {
                gap != nil ? gapCause : observation.isWeak ? .inaccurate : .unknown
            }
        guard let matched = position.matched, !position.isOffRoute else {
            return (Self.fixRadiusFactor * observation.accuracy, cause)
        }
        let isMoving = observation.isSpeedMeasured && observation.smoothedSpeed > Self.slowSpeed
        let factor = isMoving ? Self.matchedRadiusFactor : Self.fixRadiusFactor
        let known = max(factor * observation.accuracy, 2 * matched.variance.squareRoot())
        return (known + matched.offset, cause)
    }

    /// The way to the route; `nil` unless the vehicle is on it.
    private mutating func approach(from observation: Observation) -> RouteApproach? {
        guard case .approaching(let approaching) = phase, let nearest = approaching.nearest else { return nil }
        let to = route.model.displacement(
            latitude: observation.latitude, longitude: observation.longitude, segment: nearest.segment,
            fraction: nearest.fraction)
        return RouteApproach(
            distanceMeters: nearest.offset,
            bearingDegrees: Angle.bearing(eastMeters: to.east, northMeters: to.north) ?? 0)
    }

    /// The point at which the route can be joined or rejoined; `nil` if it would be of no use.
    private mutating func lookaheadBack(_ fix: Fix, _ observation: Observation) -> LookaheadPoint? {
        guard hasBegun else { return nil }
        let start = route.startAlongMeters
        let (first, expected) =
            switch phase {
            case .approaching, .onRoute: (start, start)
            case .offRoute(let offRoute): (offRoute.firstAlongMeters(from: start), offRoute.leftAlongMeters)
            case .positionLost(let lost): (start, lost.distanceAlongRouteMeters)
            }
        return route.lookaheadBack(fix, observation, from: first, expectedAlongMeters: expected)
    }
}
