import NavigationEvents

extension Navigation {
    /// Writes the complete guidance for the event.
    func describe(_ present: inout PresentInfo, _ fix: Fix, _ motion: Motion, _ cue: Cue?) {
        let isOffRoute = phase.isOffRoute
        if isOffRoute {
            present.showOffRoute(from: route.model, rerouter)
        } else {
            present.show(step: route.stepIndex, of: route.model)
        }
        present.info.fix = fix
        present.info.isRouteChanged = present.takeRouteChange()
        present.info.isDestinationReached = route.isDestinationReached
        present.info.stopoversReached = route.stopsReached
        present.info.isOffRoute = isOffRoute
        present.info.isWrongWay = isOffRoute && phase.offRoute?.isWrongWay == true
        present.info.cue = cue
        // Reading a phase copies it, so this is done once.
        let match = phase.match
        present.info.lookahead = lookahead(fix, motion, isOffRoute ? nil : match?.tracker)
        present.info.positionStatus = gap?.status ?? (match?.tracker.isRecovering == true ? .estimated : .reliable)
        describeRemaining(&present.info, motion, match?.tracker)
        describeMatch(&present.info, match)
    }

    private func describeRemaining(_ info: inout NavigationInfo, _ motion: Motion, _ tracker: Tracker?) {
        let known = tracker?.knownAlongMeters ?? phase.knownAlongMeters
        let segment = tracker?.segment ?? 0
        let isBehind = known < tracker?.distanceAlongRouteMeters ?? 0
        let now = route.model.time(
            at: known, segment: isBehind ? route.model.segment(at: known, near: segment) : segment)
        if !info.isOffRoute { info.toManeuver = remaining(to: route.stepIndex, known, now) }
        info.toStopover = remaining(to: route.approachedStop.stepIndex, known, now)
        info.toDestination = remaining(to: route.model.stepPositions.count - 1, known, now)
        info.suggestedZoomMeters = Self.zoom(
            motion, toManeuver: route.model.stepPositions[route.stepIndex].distanceAlongRouteMeters - known)
    }

    private func remaining(to step: Int, _ known: Double, _ now: Double) -> Remaining {
        Remaining(
            distanceMeters: max(route.model.stepPositions[step].distanceAlongRouteMeters - known, 0),
            durationSeconds: max(route.model.stepPositions[step].time - now, 0) * etaCorrection.factor)
    }

    private func describeMatch(_ info: inout NavigationInfo, _ match: RouteMatch?) {
        guard let match else {
            (info.matched, info.speedLimit, info.isInTunnel) = (nil, nil, false)
            return
        }
        let model = route.model
        let (meters, segment) = (match.tracker.distanceAlongRouteMeters, match.tracker.segment)
        info.matched = MatchedPosition(
            position: model.coordinate(segment: segment, fraction: model.fraction(of: segment, at: meters)),
            bearingDegrees: Double(model.vertices[segment].heading), distanceAlongRouteMeters: meters,
            distanceFromRouteMeters: match.offset)
        guard !info.isOffRoute else { return }
        info.speedLimit = model.stretch(of: model.speedLimits, at: meters)?.value
        info.isInTunnel = model.stretch(of: model.tunnels, at: meters) != nil
    }

    /// The distance that is driven in twenty seconds, less if a maneuver is near.
    private static func zoom(_ motion: Motion, toManeuver: Double) -> Double {
        let wide = min(max(20 * motion.smoothedSpeed, 150), 1500)
        return toManeuver > 0 && toManeuver < wide ? min(max(1.5 * toManeuver, 100), wide) : wide
    }
}
