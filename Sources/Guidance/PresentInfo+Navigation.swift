import NavigationEvents

extension PresentInfo {
    /// Writes the complete guidance for the event.
    mutating func describe(_ navigation: Navigation, _ fix: Fix, _ motion: Motion, _ cue: Cue?) {
        let (route, phase) = (navigation.route, navigation.phase)
        if phase.offRoute != nil {
            showOffRoute(from: route.model, navigation.rerouter)
        } else {
            show(step: route.stepIndex, of: route.model)
        }
        info.fix = fix
        info.isRouteChanged = takeRouteChange()
        info.isDestinationReached = route.isDestinationReached
        info.stopoversReached = route.stopsReached
        info.positionStatus = navigation.positionStatus
        info.isOffRoute = phase.offRoute != nil
        info.isWrongWay = phase.offRoute?.isWrongWay == true
        info.cue = cue
        info.lookahead = navigation.lookahead(fix, motion)
        describeRemaining(navigation, motion)
        describeMatch(phase, on: route.model)
    }

    private mutating func describeRemaining(_ navigation: Navigation, _ motion: Motion) {
        let (route, model, phase) = (navigation.route, navigation.route.model, navigation.phase)
        let known = phase.knownAlongMeters
        let tracker = phase.match?.tracker
        let segment = tracker?.segment ?? 0
        let isBehind = known < tracker?.distanceAlongRouteMeters ?? 0
        let now = model.time(at: known, segment: isBehind ? model.segment(at: known, near: segment) : segment)
        func remaining(to step: Int) -> Remaining {
            Remaining(
                distanceMeters: max(model.stepPositions[step].distanceAlongRouteMeters - known, 0),
                durationSeconds: max(model.stepPositions[step].time - now, 0) * navigation.etaCorrection.factor)
        }
        if phase.offRoute == nil { info.toManeuver = remaining(to: route.stepIndex) }
        info.toStopover = remaining(to: route.approachedStop.stepIndex)
        info.toDestination = remaining(to: model.stepPositions.count - 1)
        info.suggestedZoomMeters = Self.zoom(
            motion, toManeuver: model.stepPositions[route.stepIndex].distanceAlongRouteMeters - known)
    }

    private mutating func describeMatch(_ phase: NavigationPhase, on model: RouteModel) {
        guard let match = phase.match else {
            (info.matched, info.speedLimit, info.isInTunnel) = (nil, nil, false)
            return
        }
        let (meters, segment) = (match.tracker.distanceAlongRouteMeters, match.tracker.segment)
        info.matched = MatchedPosition(
            position: model.coordinate(
                segment: segment, fraction: model.fraction(of: segment, at: meters)),
            bearingDegrees: Double(model.vertices[segment].heading), distanceAlongRouteMeters: meters,
            distanceFromRouteMeters: match.offset)
        guard phase.offRoute == nil else { return }
        info.speedLimit = model.stretch(of: model.speedLimits, at: meters)?.value
        info.isInTunnel = model.stretch(of: model.tunnels, at: meters) != nil
    }

    /// The distance that is driven in twenty seconds, less if a maneuver is near.
    private static func zoom(_ motion: Motion, toManeuver: Double) -> Double {
        let wide = min(max(20 * motion.smoothedSpeed, 150), 1500)
        return toManeuver > 0 && toManeuver < wide ? min(max(1.5 * toManeuver, 100), wide) : wide
    }
}
