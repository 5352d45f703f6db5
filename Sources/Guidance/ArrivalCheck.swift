import NavigationEvents

/// Judges whether a stop is reached, and whether a navigation is at its end.
enum ArrivalCheck {
    /// A vehicle that stands this long within the arrival radius has arrived, seconds.
    private static let standingSeconds = 5.0
    /// A vehicle that stands this long has parked, at most this far from the stop, metres.
    private static let longStandingSeconds = 12.0
    private static let parkingMeters = 50.0
    /// Metres before the destination within which a navigation ends by itself: without a fix for this long by dead
    /// reckoning, or as unfinished after a longer time without a fix or without movement, seconds.
    private static let nearDestinationMeters = 250.0
    private static let arrivalGapSeconds = 20.0
    private static let goneSeconds = 180.0
    private static let parkedSeconds = 300.0
    /// Metres before a stop within which a vehicle that left the route may reach the stop from another side.
    private static let besideStopMeters = 500.0

    /// Whether a stop is reached with an observation: by the distance along the route, or by standing near it.
    @inline(__always)
    static func isReached(
        _ stop: RouteModel.Stop, _ observation: Observation, _ position: PresentPosition, on route: FollowedRoute
    ) -> Bool {
        // Only a vehicle that left the route shortly before the stop may approach it from another side: farther away
        // along the route, a stop that is near belongs to another lap.
        stop.distanceAlongRouteMeters - (position.leftAlongMeters ?? position.knownAlongMeters) <= besideStopMeters
            && isReachedNearby(stop, observation, position, on: route)
    }

    private static func isReachedNearby(
        _ stop: RouteModel.Stop, _ observation: Observation, _ position: PresentPosition, on route: FollowedRoute
    ) -> Bool {
        let radius = route.limits.arrivalRadius(accuracy: observation.accuracy)
        if position.leftAlongMeters == nil {
            let isNear = stop.distanceAlongRouteMeters - position.knownAlongMeters <= radius
            if isNear, !observation.isWeak, position.matched != nil { return true }
        } else if !observation.isWeak, isBeside(stop, observation, within: radius, on: route) {
            return true
        }
        // A vehicle that stands near, with an inaccurate receiver, may well be there.
        guard observation.standingSeconds >= standingSeconds else { return false }
        let isParked = observation.standingSeconds >= longStandingSeconds
        return isBeside(stop, observation, within: isParked ? parkingMeters : radius, on: route)
    }

    /// Whether a stop is near.
    private static func isBeside(
        _ stop: RouteModel.Stop, _ observation: Observation, within radius: Double, on route: FollowedRoute
    ) -> Bool {
        let (model, along) = (route.model, stop.distanceAlongRouteMeters)
        let segment = model.segment(at: along, near: model.lastSegment)
        let displacement = model.displacement(
            latitude: observation.latitude, longitude: observation.longitude, segment: segment,
            fraction: model.fraction(of: segment, at: along))
        return displacement.east * displacement.east + displacement.north * displacement.north <= radius * radius
    }

    /// Whether the destination is reached by dead reckoning.
    ///
    /// - Parameters:
    ///   - alongMeters: Metres along the route by dead reckoning.
    ///   - last: Metres along the route at the last fix.
    ///   - seconds: Seconds since then.
    ///   - route: The route.
    static func isReached(
        _ alongMeters: Double, from last: Double, withoutFixSeconds seconds: Double, on route: FollowedRoute
    ) -> Bool {
        seconds >= arrivalGapSeconds && isNearDestination(last, on: route)
            && route.model.destinationAlongMeters - alongMeters <= route.limits.arrivalMeters
    }

    /// The reason why a navigation ends; `nil` while it continues.
    ///
    /// - Parameters:
    ///   - alongMeters: Metres along the route at the last fix; `nil` if the vehicle is not on the route.
    ///   - standingSeconds: Seconds for which the vehicle has been stationary.
    ///   - withoutFixSeconds: Seconds since the last fix.
    ///   - route: The route.
    static func endReason(
        at alongMeters: Double?, standingSeconds: Double, withoutFixSeconds: Double = 0, on route: FollowedRoute
    ) -> StopReason? {
        if route.isDestinationReached { return .destinationReached }
        guard standingSeconds >= parkedSeconds || withoutFixSeconds >= goneSeconds, let alongMeters,
            isNearDestination(alongMeters, on: route)
        else { return nil }
        return .endedNearDestination
    }

    private static func isNearDestination(_ alongMeters: Double, on route: FollowedRoute) -> Bool {
        !route.isStopAhead && route.model.destinationAlongMeters - alongMeters <= nearDestinationMeters
    }
}
