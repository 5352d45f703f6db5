import NavigationEvents

/// The vehicle left the route, or does not follow it any more because a stop is skipped.
struct OffRoutePhase {
    /// The last position on the route.
    enum LastPosition {
        case matched(RouteMatch)
        /// The position was lost, metres along the route.
        case lost(distanceAlongRouteMeters: Double)
    }

    /// Metres along the route behind a stop that show that the stop is skipped.
    private static let skipMeters = 100.0
    /// A router answers within this time after a request to skip a stop; then the route is followed further.
    private static let skipWaitSeconds = 5.0

    /// Whether the vehicle drives along the route in the opposite direction.
    let isWrongWay: Bool
    /// The time of the request to skip a stop for which another route is searched; `nil` if the vehicle left the route.
    private var skippedAt: Timestamp?
    private var lastPosition: LastPosition
    private var rejoinDetector: RejoinDetector
    /// Detects that the vehicle drives on along the route behind the next stop.
    private var skipDetector: RejoinDetector

    /// Begins where the route was left, metres along it.
    init(from lastPosition: LastPosition, at leftAlongMeters: Double, isWrongWay: Bool) {
        self.isWrongWay = isWrongWay
        self.lastPosition = lastPosition
        rejoinDetector = RejoinDetector(leftAlongMeters: leftAlongMeters, isWrongWay: isWrongWay)
        skipDetector = Self.skipDetector(from: leftAlongMeters)
    }

    /// Begins on the route, for a route without a stop that is skipped.
    init(skippingFrom match: RouteMatch, at time: Timestamp) {
        self.init(from: .matched(match), at: match.tracker.distanceAlongRouteMeters, isWrongWay: false)
        skippedAt = time
    }

    /// The last position on the route.
    func position(on model: RouteModel) -> PresentPosition {
        switch lastPosition {
        case .matched(let match): PresentPosition(match, on: model, leftAlongMeters: leftAlongMeters)
        case .lost(let meters): PresentPosition(lostAt: meters, leftAlongMeters: leftAlongMeters)
        }
    }
    /// The tracker of the last position on the route; `nil` if it was lost.
    var tracker: Tracker? { if case .matched(let match) = lastPosition { match.tracker } else { nil } }
    /// Metres along the route at which it was left, or of a stop that was reached since.
    var leftAlongMeters: Double { rejoinDetector.leftAlongMeters }

    /// Metres along the route from which it may be rejoined; `start` is the beginning of the remaining route.
    func firstAlongMeters(from start: Double) -> Double { rejoinDetector.firstAlongMeters(from: start) }

    /// The point at which the vehicle has rejoined the route. A router whose answer is awaited has some time for a
    /// route without the skipped stop.
    mutating func search(_ observation: Observation, on route: FollowedRoute, isAnswerAwaited: Bool) -> RoutePoint? {
        let point = rejoinDetector.search(observation, on: route)
        guard isAnswerAwaited, let skippedAt else { return point }
        return observation.time.seconds(since: skippedAt) < Self.skipWaitSeconds ? nil : point
    }

    /// The point at which the vehicle has rejoined the route behind the next stop, which it has passed beside.
    mutating func searchBehindStop(_ observation: Observation, on route: FollowedRoute) -> RoutePoint? {
        guard route.isStopAhead, route.limitAlongMeters < route.model.destinationAlongMeters else { return nil }
        let stretch = route.limitAlongMeters...route.model.destinationAlongMeters
        return skipDetector.search(observation, within: stretch, on: route)
    }

    private static func skipDetector(from leftAlongMeters: Double) -> RejoinDetector {
        RejoinDetector(leftAlongMeters: leftAlongMeters, provingMeters: skipMeters)
    }

    /// Continues after a stop that was reached: the route is rejoined from there on.
    mutating func reach(_ stop: RouteModel.Stop) {
        rejoinDetector = RejoinDetector(leftAlongMeters: stop.distanceAlongRouteMeters)
        skipDetector = Self.skipDetector(from: stop.distanceAlongRouteMeters)
    }

    /// The phase on another route with the same line, on which a lost position is not known.
    var onSameLine: OffRoutePhase {
        var phase = self
        if case .lost = lastPosition { phase.lastPosition = .lost(distanceAlongRouteMeters: 0) }
        return phase
    }

    /// The phase after the movement of the vehicle became unknown.
    var afterReset: OffRoutePhase {
        var phase = self
        if case .matched(let match) = lastPosition {
            phase.lastPosition = .lost(distanceAlongRouteMeters: match.tracker.distanceAlongRouteMeters)
        }
        phase.rejoinDetector = RejoinDetector(leftAlongMeters: leftAlongMeters)
        return phase
    }
}
