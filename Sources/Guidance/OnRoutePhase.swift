import NavigationEvents

/// The vehicle follows the route.
struct OnRoutePhase {
    /// Gaps no longer than this, seconds, and usual intervals of a slow receiver are corrected by the next fix.
    private static let shortGapSeconds = 5.0
    /// Within this distance ahead, a turn of the route itself cannot be told from a vehicle that turns back.
    private static let turnsBackMeters = 60.0
    /// Before the route counts as left, the fix is searched this far around the position, metres along the route, and
    /// this far from the line.
    private static let nearbyBackMeters = 100.0
    private static let nearbyAheadMeters = 150.0
    private static let nearbyOffsetMeters = 10.0
    /// Distance from the line of a ferry that its ship keeps within, metres, and for each metre of its length.
    private static let minFerryWidthMeters = 1000.0
    private static let ferryWidthPerMeter = 0.3

    private static let beforeManeuverMeters = 1.0

    private(set) var match: RouteMatch
    private var detector = OffRouteDetector()

    /// The position on the route. A mutating function reads the match in place.
    @inline(__always)
    mutating func position(on model: RouteModel) -> PresentPosition { PresentPosition(match, on: model) }

    /// Begins at a matched point.
    init(at point: RoutePoint, _ observation: Observation) {
        match = RouteMatch(at: point, observation)
    }

    /// Advances the position without a fix.
    ///
    /// - Parameters:
    ///   - time: The present time.
    ///   - gap: The dead reckoning since the last fix.
    ///   - mayWait: Whether the vehicle may be waiting before the next maneuver.
    ///   - route: The route.
    mutating func advance(
        to time: Timestamp, by gap: inout DeadReckoning, mayWait: Bool = false, on route: FollowedRoute
    ) {
        var limit = route.approachedStop.distanceAlongRouteMeters
        if mayWait {
            limit = min(
                limit,
                max(route.nextManeuverAlongMeters - Self.beforeManeuverMeters, match.tracker.distanceAlongRouteMeters))
        }
        gap.advance(&match.tracker, to: time, on: route.model, limit: limit)
    }

    /// Whether a fix in a tunnel is not believed.
    ///
    /// - Parameters:
    ///   - observation: The fix.
    ///   - isRepeated: Whether it repeats the position of the last one.
    ///   - seconds: Seconds since the last fix that was believed.
    ///   - gap: The dead reckoning since then.
    ///   - route: The route.
    func isDoubtful(
        _ observation: Observation, isRepeated: Bool, _ seconds: Double, gap: DeadReckoning, on route: FollowedRoute
    ) -> Bool {
        var (expected, gap) = (match.tracker, gap)
        let origin = gap.origin ?? match.tracker
        gap.advance(
            &expected, to: observation.time, on: route.model, limit: route.approachedStop.distanceAlongRouteMeters)
        guard let tunnel = gap.tunnel else { return false }
        return TunnelCheck.isDoubtful(
            observation, isRepeated: isRepeated, wheelSpeed: gap.wheels.reading(at: observation.time)?.speed,
            expected: expected, origin: origin, in: tunnel, seconds: seconds, on: route)
    }

    /// Moves on with a fix.
    ///
    /// - Parameters:
    ///   - observation: The fix.
    ///   - seconds: Seconds since the last one.
    ///   - route: The route.
    ///   - entry: How the vehicle came onto the route; it observes the match.
    /// - Returns: Whether the route was left.
    mutating func track(
        _ observation: Observation, _ seconds: Double, on route: FollowedRoute, entry: inout RouteEntry
    ) -> OffRouteDetector.Verdict {
        let before = match.tracker.distanceAlongRouteMeters
        if followFerry(observation, from: before, after: match.tracker.knownAlongMeters, on: route) {
            return .onRoute
        }
        return predict(observation, seconds, from: before, on: route, entry: &entry)
    }

    /// Moves on with a fix after others were missing; `gap` is the dead reckoning since the last one.
    ///
    /// - Returns: As without a gap.
    mutating func track(
        _ observation: Observation, _ seconds: Double, after gap: DeadReckoning, on route: FollowedRoute,
        entry: inout RouteEntry
    ) -> OffRouteDetector.Verdict {
        let before = match.tracker.distanceAlongRouteMeters
        let start = min(gap.origin?.distanceAlongRouteMeters ?? before, before)
        if followFerry(observation, from: before, after: start, on: route) { return .onRoute }
        guard seconds > max(Self.shortGapSeconds, observation.slowIntervalSeconds) else {
            // Between two fixes with known speeds, these predict better than dead reckoning.
            match.tracker = gap.origin ?? match.tracker
            return predict(observation, seconds, from: before, on: route, entry: &entry)
        }
        var gap = gap
        advance(to: observation.time, by: &gap, on: route)
        let point = bestMatch(observation, on: route)
        if let found = foundAfterGap(point, observation, from: start, seconds, on: route) {
            settle(at: found, observation, from: before, on: route)
            return .onRoute
        }
        return correct(towards: point, observation, from: before, seconds, on: route, entry: &entry)
    }

    /// Predicts the position from the speed, and corrects it.
    private mutating func predict(
        _ observation: Observation, _ seconds: Double, from before: Double, on route: FollowedRoute,
        entry: inout RouteEntry
    ) -> OffRouteDetector.Verdict {
        match.tracker.predict(observation, seconds: seconds, on: route.model)
        let point = bestMatch(observation, on: route)
        if isTurnedBack(point, observation, on: route) { match.tracker.turnBack() }
        return correct(towards: point, observation, from: before, seconds, on: route, entry: &entry)
    }

    /// Corrects the prediction by the best match, and judges whether the route was left.
    private mutating func correct(
        towards point: RoutePoint?, _ observation: Observation, from before: Double, _ seconds: Double,
        on route: FollowedRoute, entry: inout RouteEntry
    ) -> OffRouteDetector.Verdict {
        match.tracker.correct(
            towards: point, observation, on: route.model, limit: route.limitAlongMeters, from: before,
            laneMeters: route.limits.laneMeters)
        if let point { match.offset = point.offset }
        let verdict = detector.assess(point, observation, seconds: seconds, limits: route.limits)
        if verdict == .left, let near = pointNearby(observation, on: route) {
            settle(at: near, observation, from: before, on: route)
            entry.observe(near, observation, seconds, limits: route.limits)
            return .onRoute
        }
        entry.observe(point, observation, seconds, limits: route.limits)
        // Someone who turns back a little before the route does is on it.
        if verdict == .wrongWay, let point, leadsBack(from: point, observation, on: route) { return .onRoute }
        return verdict
    }

    /// A point of the route that the fix lies on, in its course: before the route counts as left, since the best match
    /// is a compromise with the prediction, which may be wrong.
    private func pointNearby(_ observation: Observation, on route: FollowedRoute) -> RoutePoint? {
        let along = match.tracker.distanceAlongRouteMeters
        let from = max(along - Self.nearbyBackMeters, route.startAlongMeters)
        let to = min(along + Self.nearbyAheadMeters, route.limitAlongMeters)
        let facing = observation.hasCourse ? observation : observation.withHeadingAsCourse
        guard facing.hasCourse, from < to else { return nil }
        // Without a measured speed, the match may stay back at a corner while the vehicle continues beside the line.
        let besideMeters = observation.isSpeedMeasured ? 0 : route.limits.laneMeters
        return route.model.find(
            facing,
            RoutePointQuery(
                within: from...to, radius: max(Self.nearbyOffsetMeters, observation.accuracy) + besideMeters,
                minAgreement: 0.7,
                expectedAlongMeters: along))
    }

    /// Moves on along the line of a ferry; `false` if the vehicle is on none. It is not far behind `start`, metres along
    /// the route, the position at the last fix.
    @inline(__always)
    private mutating func followFerry(
        _ observation: Observation, from before: Double, after start: Double, on route: FollowedRoute
    ) -> Bool {
        guard !route.model.ferries.isEmpty, let point = pointOnFerry(observation, after: start, on: route) else {
            return false
        }
        settle(at: point, observation, from: before, on: route)
        return true
    }

    /// The ferry that the vehicle is on or may board: ships do not sail from the middle of the pier.
    func ferry(on route: FollowedRoute) -> RouteModel.Stretch<Void>? {
        let (model, along) = (route.model, match.tracker.distanceAlongRouteMeters)
        return model.stretch(of: model.ferries, at: along)
            ?? model.stretch(of: model.ferries, at: along + DeadReckoning.pierMeters)
    }

    /// On a ferry, the nearest point of its line, however far beside it the ship sails.
    private func pointOnFerry(_ observation: Observation, after start: Double, on route: FollowedRoute) -> RoutePoint? {
        guard let ferry = ferry(on: route) else { return nil }
        let width = max(Self.minFerryWidthMeters, Self.ferryWidthPerMeter * (ferry.to - ferry.from))
        let from = min(max(start - DeadReckoning.pierMeters, route.startAlongMeters), ferry.to)
        let point = route.model.find(
            observation, RoutePointQuery(within: from...ferry.to, radius: width, minAgreement: -1))
        // Beyond its ends, the nearest point is the end itself.
        guard let point, (ferry.from + 1..<max(ferry.to - 1, ferry.from + 1)).contains(point.distanceAlongRouteMeters)
        else { return nil }
        return point
    }

    /// The best match around the prediction. A mutating function reads the tracker in place.
    private mutating func bestMatch(_ observation: Observation, on route: FollowedRoute) -> RoutePoint? {
        match.tracker.match(
            observation, on: route.model, limit: route.limitAlongMeters, laneMeters: route.limits.laneMeters)
    }

    /// Whether the vehicle goes back along the route: it moves against it here, and the route does not turn back soon.
    /// Otherwise it may already be past the turn of the route.
    @inline(__always)
    private func isTurnedBack(_ point: RoutePoint?, _ observation: Observation, on route: FollowedRoute) -> Bool {
        guard let point, route.limits.isOpposed(point.agreement, observation) else { return false }
        return !leadsBack(from: point, observation, on: route)
    }

    private func leadsBack(from point: RoutePoint, _ observation: Observation, on route: FollowedRoute) -> Bool {
        route.model.leads(
            where: observation, from: point.distanceAlongRouteMeters, near: point.segment, within: Self.turnsBackMeters)
    }

    /// The first good fix after a gap corrects the position, whether the vehicle stopped or drove faster meanwhile, but
    /// not beyond the distance that it can have driven since the last fix, which was at `start`.
    private func foundAfterGap(
        _ point: RoutePoint?, _ observation: Observation, from start: Double, _ seconds: Double,
        on route: FollowedRoute
    ) -> RoutePoint? {
        guard !observation.isWeak else { return nil }
        if let point, point.offset <= route.limits.leavingRadius(accuracy: observation.accuracy) { return point }
        let reach = start + route.limits.maxSpeed * seconds
        return route.model.find(
            observation, from: max(route.startAlongMeters, start), to: min(route.limitAlongMeters, reach),
            expectedAlongMeters: match.tracker.distanceAlongRouteMeters)
    }

    private mutating func settle(
        at point: RoutePoint, _ observation: Observation, from before: Double, on route: FollowedRoute
    ) {
        match.tracker.settle(at: point, observation, from: before, on: route.model)
        match.offset = point.offset
        detector = OffRouteDetector()
    }
}
