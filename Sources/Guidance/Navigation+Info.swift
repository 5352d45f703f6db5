import Geodesy
import NavigationEvents

extension Navigation {
    /// Standard deviations of dead reckoning that are within the radius.
    private static let deviations = 2.0

    /// Whether the vehicle is on a ferry or may have boarded one: there, a long time without a fix is no reason to search
    /// the position again.
    var mayBeOnFerry: Bool {
        guard case .onRoute(let onRoute) = phase else { return false }
        return onRoute.ferry(on: route) != nil
    }

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
        (present.info.positionRadiusMeters, present.info.positionCause) = confidence(time, observation, position)
        route.describeRemaining(&present.info, position, timeFactor: etaCorrection.factor)
        present.info.suggestedZoomMeters = zoom.advance(
            to: time, speed: observation.smoothedSpeed,
            toManeuver: route.nextManeuverAlongMeters - position.knownAlongMeters)
        route.describeMatch(&present.info, position.matched)
    }

    /// The radius that contains the true position with a probability of 95 %, metres, and the reason why it is large.
    private mutating func confidence(
        _ time: Timestamp, _ observation: Observation, _ position: PresentPosition
    ) -> (radius: Double?, cause: PositionCause) {
        guard hasBegun else { return (nil, .unknown) }
        let cause: PositionCause =
            if let gap {
                gap.value.tunnel == nil ? gapCause : .tunnel
            } else {
                observation.isWeak ? .inaccurate : .unknown
            }
        guard let matched = position.matched, !position.isOffRoute else {
            // The position is that of the last fix, and the vehicle may have moved on.
            let moved = gap == nil ? 0 : observation.speed * time.seconds(since: observation.time)
            return (observation.radiusMeters + moved, cause)
        }
        return (radius(matched, observation), cause)
    }

    /// The radius around a position on the route. The fix shows how far it may be wrong: by its distance from it, and by
    /// its own error. Without a fix, the error since the last one is added; the vehicle may be anywhere since then after
    /// too long a time.
    @inline(__always)
    private mutating func radius(_ matched: PresentPosition.Matched, _ observation: Observation) -> Double {
        guard let gap = gap?.value, let origin = gap.origin else {
            return observation.radiusMeters(
                awayMeters: route.model.distance(
                    from: observation, segment: matched.segment, fraction: matched.fraction))
        }
        let atFix = observation.radiusMeters(
            awayMeters: route.model.distance(
                from: observation, segment: origin.segment,
                fraction: route.model.fraction(of: origin.segment, at: origin.distanceAlongRouteMeters)))
        let since = Self.deviations * (matched.variance.squareRoot() - origin.variance.squareRoot())
        let driven = gap.status == .unreliable ? matched.distanceAlongRouteMeters - origin.distanceAlongRouteMeters : 0
        return atFix + max(since, driven, 0)
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
