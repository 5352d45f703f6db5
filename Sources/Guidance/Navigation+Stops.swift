import NavigationEvents

/// The results of a matched position: reached stops, the next step, the due cue.
extension Navigation {
    /// Metres before a stop within which a vehicle that left the route may reach the stop from another side.
    private static let besideStopMeters = 500.0

    /// Counts the stops that are reached with this fix; returns the step of the last of them.
    mutating func reachStops(_ observation: Observation) -> Int? {
        guard tracker != nil || isOffRoute, !observation.isWeak else { return nil }
        let radius = limits.arrivalRadius(accuracy: observation.accuracy)
        var reached: Int?
        while stopsReached < model.stops.count, isReached(model.stops[stopsReached], observation, within: radius) {
            let stop = model.stops[stopsReached]
            reached = stop.stepIndex
            stopsReached += 1
            if rejoinDetector != nil { rejoinDetector = RejoinDetector(leftAlongMeters: stop.alongMeters) }
        }
        return reached
    }

    /// Whether a stop is reached, by the distance along the route. Only a vehicle that left the route shortly before
    /// the stop may approach it from another side; farther away along the route, a stop that is near belongs to another
    /// lap.
    private func isReached(_ stop: RouteModel.Stop, _ observation: Observation, within radius: Double) -> Bool {
        guard let rejoinDetector else { return stop.alongMeters - (tracker?.knownAlongMeters ?? 0) <= radius }
        guard stop.alongMeters - rejoinDetector.leftAlongMeters <= Self.besideStopMeters else { return false }
        let segment = model.segment(at: stop.alongMeters, near: model.lastSegment)
        let displacement = model.displacement(
            latitude: observation.latitude, longitude: observation.longitude, segment: segment,
            fraction: model.fraction(of: segment, at: stop.alongMeters))
        return displacement.east * displacement.east + displacement.north * displacement.north <= radius * radius
    }

    mutating func dueCue(_ time: Timestamp, _ motion: Motion, accuracy: Double, stopReached: Int?) -> Cue? {
        guard rejoinDetector == nil || stopReached != nil else {
            return offRouteCue.cue(
                at: time, stepNumber: model.stepPositions[stepIndex].stepNumber, isStanding: motion.isStanding)
        }
        guard let alongMeters = tracker?.knownAlongMeters ?? rejoinDetector?.leftAlongMeters else { return nil }
        if stopReached == nil { advanceStep() }
        let moment = CueMoment(
            time: time, alongMeters: alongMeters, speed: motion.smoothedSpeed, isStanding: motion.isStanding,
            stepIndex: stopReached ?? stepIndex, arrivalRadiusMeters: limits.arrivalRadius(accuracy: accuracy),
            isStopReached: stopReached != nil, periodSeconds: motion.period)
        return planner.cue(at: moment, on: points)
    }

    /// Advances to the step whose maneuver comes next; it goes back only if the position clearly does, and not past a
    /// stop.
    mutating func advanceStep() {
        guard let alongMeters = tracker?.knownAlongMeters else { return }
        let last = model.stops[min(stopsReached, model.stops.count - 1)].stepIndex
        let first = stopsReached > 0 ? model.stops[stopsReached - 1].stepIndex + 1 : 0
        var index = min(max(stepIndex, first), last)
        while index < last,
            model.stepPositions[index].alongMeters <= alongMeters || model.stepPositions[index].isDeparture
        {
            index += 1
        }
        while index > first, model.stepPositions[index - 1].alongMeters > alongMeters + 25,
            !model.stepPositions[index - 1].isDeparture
        {
            index -= 1
        }
        stepIndex = index
    }
}
