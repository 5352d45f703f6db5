import NavigationEvents

extension Navigation {
    /// Writes the complete guidance for the event.
    func describe(_ present: inout PresentInfo, _ fix: Fix, motion: Motion, cue: Cue?, isRouteChanged: Bool) {
        if isOffRoute {
            present.showOffRoute(from: model, rerouter)
        } else {
            present.show(step: stepIndex, of: model)
        }
        present.info.fix = fix
        present.info.isRouteChanged = isRouteChanged
        present.info.isDestinationReached = isDestinationReached
        present.info.stopoversReached = stopsReached
        present.info.positionStatus = gap?.status ?? (tracker?.isRecovering == true ? .estimated : .reliable)
        present.info.isOffRoute = isOffRoute
        present.info.isWrongWay = isWrongWay
        present.info.cue = cue
        describePosition(&present.info, fix, motion)
    }

    private func describePosition(_ info: inout NavigationInfo, _ fix: Fix, _ motion: Motion) {
        let alongMeters = tracker?.alongMeters ?? 0
        let segment = tracker?.segment ?? 0
        let known = tracker?.knownAlongMeters ?? lostAlongMeters ?? 0
        let now = model.time(
            at: known, segment: known < alongMeters ? model.segment(at: known, near: segment) : segment)
        let stop = model.stops[min(stopsReached, model.stops.count - 1)]
        if !isOffRoute { info.toManeuver = remaining(to: stepIndex, known, now) }
        info.toStopover = remaining(to: stop.stepIndex, known, now)
        info.toDestination = remaining(to: model.stepPositions.count - 1, known, now)
        info.suggestedZoomMeters = zoom(motion, toManeuver: model.stepPositions[stepIndex].alongMeters - known)
        info.lookahead = lookahead(fix, motion)
        guard tracker != nil else {
            (info.matched, info.speedLimit, info.isInTunnel) = (nil, nil, false)
            return
        }
        let fraction = model.fraction(of: segment, at: alongMeters)
        info.matched = MatchedPosition(
            position: model.coordinate(segment: segment, fraction: fraction),
            bearingDegrees: Double(model.vertices[segment].heading), distanceAlongRouteMeters: alongMeters,
            distanceFromRouteMeters: offset)
        guard !isOffRoute else { return }
        info.speedLimit = model.stretch(of: model.speedLimits, at: alongMeters)?.value
        info.isInTunnel = model.stretch(of: model.tunnels, at: alongMeters) != nil
    }

    private func remaining(to step: Int, _ alongMeters: Double, _ now: Double) -> Remaining {
        Remaining(
            distanceMeters: max(model.stepPositions[step].alongMeters - alongMeters, 0),
            durationSeconds: max(model.stepPositions[step].time - now, 0) * etaCorrection.factor)
    }

    /// The distance that is driven in twenty seconds, less if a maneuver is near.
    private func zoom(_ motion: Motion, toManeuver: Double) -> Double {
        let wide = min(max(20 * motion.smoothedSpeed, 150), 1500)
        return toManeuver > 0 && toManeuver < wide ? max(1.5 * toManeuver, 100).clamped(to: wide) : wide
    }
}

extension Double {
    fileprivate func clamped(to most: Double) -> Double { min(self, most) }
}
