import NavigationEvents

extension FollowedRoute {
    /// Writes the distances and times to the next maneuver, the next stop and the destination.
    ///
    /// - Parameters:
    ///   - info: The guidance to write to; it shows already whether the route was left.
    ///   - position: The position relative to the route.
    ///   - timeFactor: Times of the route are multiplied by this.
    @inline(__always)
    func describeRemaining(_ info: inout NavigationInfo, _ position: PresentPosition, timeFactor: Double) {
        let known = position.knownAlongMeters
        let now = routeSeconds(at: position)
        if !info.isOffRoute { info.toManeuver = remaining(to: stepIndex, known, now, timeFactor) }
        info.toStopover = remaining(to: approachedStop.stepIndex, known, now, timeFactor)
        info.toDestination = remaining(to: model.stepPositions.count - 1, known, now, timeFactor)
    }

    /// Expected seconds from the start of the route to the known position.
    @inline(__always)
    private func routeSeconds(at position: PresentPosition) -> Double {
        let known = position.knownAlongMeters
        guard let matched = position.matched else { return model.time(at: known, segment: 0) }
        if known == matched.distanceAlongRouteMeters { return matched.routeSeconds }
        let isBehind = known < matched.distanceAlongRouteMeters
        return model.time(
            at: known, segment: isBehind ? model.segment(at: known, near: matched.segment) : matched.segment)
    }

    @inline(__always)
    private func remaining(to step: Int, _ known: Double, _ now: Double, _ timeFactor: Double) -> Remaining {
        Remaining(
            distanceMeters: max(model.stepPositions[step].distanceAlongRouteMeters - known, 0),
            durationSeconds: max(model.stepPositions[step].time - now, 0) * timeFactor)
    }

    /// Writes the position on the route, and what the route says there.
    ///
    /// - Parameters:
    ///   - info: The guidance to write to; it shows already whether the route was left.
    ///   - matched: The position on the route; `nil` if there is none.
    @inline(__always)
    func describeMatch(_ info: inout NavigationInfo, _ matched: PresentPosition.Matched?) {
        guard let matched else {
            (info.matched, info.speedLimit, info.isInTunnel, info.isOnFerry) = (nil, nil, false, false)
            return
        }
        let meters = matched.distanceAlongRouteMeters
        info.matched = MatchedPosition(
            position: model.coordinate(segment: matched.segment, fraction: matched.fraction),
            bearingDegrees: Double(model.vertices[matched.segment].heading), distanceAlongRouteMeters: meters,
            distanceFromRouteMeters: matched.offset)
        guard !info.isOffRoute else { return }
        info.speedLimit = model.stretch(of: model.speedLimits, at: meters)?.value
        info.isOnFerry = model.stretch(of: model.ferries, at: meters) != nil
        info.isInTunnel = model.stretch(of: model.tunnels, at: meters) != nil
    }
}
