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
            if returning != nil { returning = ReturnFinder(leftAlong: stop.along) }
        }
        return reached
    }

    /// Whether a stop is reached, by the distance along the route. Only a vehicle that left the route shortly before
    /// the stop may approach it from another side; farther away along the route, a stop that is near belongs to another
    /// lap.
    private func isReached(_ stop: RouteModel.Stop, _ observation: Observation, within radius: Double) -> Bool {
        guard let returning else { return stop.along - (tracker?.knownAlong ?? 0) <= radius }
        guard stop.along - returning.leftAlong <= Self.besideStopMeters else { return false }
        let segment = model.segment(at: stop.along, near: model.lastSegment)
        let way = model.displacement(
            latitude: observation.latitude, longitude: observation.longitude, segment: segment,
            fraction: model.fraction(of: segment, at: stop.along))
        return way.east * way.east + way.north * way.north <= radius * radius
    }

    mutating func dueCue(_ time: Timestamp, _ motion: Motion, accuracy: Double, stopReached: Int?) -> Cue? {
        guard returning == nil || stopReached != nil else {
            return offRouteCue.cue(
                at: time, stepNumber: model.frames[stepIndex].stepNumber, isStanding: motion.isStanding)
        }
        guard let along = tracker?.knownAlong ?? returning?.leftAlong else { return nil }
        if stopReached == nil { advanceStep() }
        let moment = CueMoment(
            time: time, along: along, speed: motion.smoothedSpeed, isStanding: motion.isStanding,
            stepIndex: stopReached ?? stepIndex, arrivalRadiusMeters: limits.arrivalRadius(accuracy: accuracy),
            isStopReached: stopReached != nil, periodSeconds: motion.period)
        return planner.cue(at: moment, on: points)
    }

    /// Advances to the step whose maneuver comes next; it goes back only if the position clearly does, and not past a
    /// stop.
    mutating func advanceStep() {
        guard let along = tracker?.knownAlong else { return }
        let last = model.stops[min(stopsReached, model.stops.count - 1)].stepIndex
        let first = stopsReached > 0 ? model.stops[stopsReached - 1].stepIndex + 1 : 0
        var index = min(max(stepIndex, first), last)
        while index < last, model.frames[index].along <= along || model.frames[index].isDeparture {
            index += 1
        }
        while index > first, model.frames[index - 1].along > along + 25,
            !model.frames[index - 1].isDeparture
        {
            index -= 1
        }
        stepIndex = index
    }
}
