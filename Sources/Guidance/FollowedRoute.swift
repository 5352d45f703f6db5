import NavigationEvents

/// The route that is followed, and the progress along it: the stops that are reached, and the next step.
struct FollowedRoute {
    /// Metres after a stop that is not reached yet in which matches are still searched: a vehicle may roll past it.
    private static let afterStopMeters = 30.0
    /// Metres by which the position must be before a passed maneuver until that maneuver is the next one again.
    private static let backToStepMeters = 25.0
    /// The same for a turn that the vehicle has not made, as its direction shows.
    private static let backToTurnMeters = 2.0
    /// Metres before a maneuver in which a vehicle slows down, and behind it until it is as fast as before.
    private static let brakingMeters = 60.0
    private static let acceleratingMeters = 150.0

    let model: RouteModel
    /// Number of stops that are reached or skipped.
    private var stopsDone = 0
    /// Number of stops that are skipped.
    private(set) var stopsSkipped = 0
    /// The reason of the last skip.
    private(set) var skipReason = SkipReason.unknown
    /// Number of the last stops skipped on request that the vehicle has not passed: it may still follow the route there.
    private var skippedAhead = 0
    /// Index of the step that is approached.
    private(set) var stepIndex = 0
    /// ``stopsDone`` when the step was last advanced: while it is the same, the step lies between the same stops.
    private var advancedAtStops = -1

    /// Begins at the start of the route.
    init(_ model: RouteModel) {
        self.model = model
    }

    /// Continues the progress along a route with the same line.
    init(_ model: RouteModel, continuing old: FollowedRoute) {
        self.init(model)
        stepIndex = min(old.stepIndex, model.stepPositions.count - 1)
        // The new route may lack stops of the old one; the destination is still ahead.
        let passed =
            old.stopsDone > 0
            ? model.stops.count { $0.distanceAlongRouteMeters <= old.stop(before: old.stopsDone) } : 0
        stopsDone = min(passed, model.stops.count - 1)
        stopsSkipped = min(old.stopsSkipped, stopsDone)
        skipReason = stopsSkipped > 0 ? old.skipReason : .unknown
        skippedAhead = min(old.skippedAhead, stopsSkipped)
    }

    /// Metres along a replacement at which the vehicle can be when it is begun. All stops of a rerouted route lie
    /// ahead; some stops of a route from a person may have been passed.
    static func reachAlongMeters(of model: RouteModel) -> Double {
        guard model.route.reason == .rerouted else { return model.destinationAlongMeters }
        return min(model.stops[0].distanceAlongRouteMeters + afterStopMeters, model.destinationAlongMeters)
    }

    var limits: ModeLimits { model.limits }
    /// Number of stops that are reached.
    var stopsReached: Int { stopsDone - stopsSkipped }
    var isDestinationReached: Bool { stopsDone == model.stops.count }
    /// The next stop that is not reached; `nil` after the destination.
    var nextStop: RouteModel.Stop? { isDestinationReached ? nil : model.stops[stopsDone] }
    /// The next stop, or the destination after it is reached.
    var approachedStop: RouteModel.Stop { model.stops[min(stopsDone, model.stops.count - 1)] }
    /// The stops that are still to be reached, for another route.
    var remainingStopovers: ArraySlice<Stopover> { model.route.stopovers[stopsDone...] }
    /// Number of stops that the vehicle has reached or passed.
    private var stopsPassed: Int { stopsDone - skippedAhead }
    /// Metres along the route before which no match is searched: the last stop that was reached or passed.
    var startAlongMeters: Double { stop(before: stopsPassed) }

    /// Metres along the route of the stop before the one with this index; 0 for the first.
    private func stop(before index: Int) -> Double {
        index > 0 ? model.stops[index - 1].distanceAlongRouteMeters : 0
    }

    /// Metres along the route after which no match is searched.
    var limitAlongMeters: Double { approachedStop.distanceAlongRouteMeters + Self.afterStopMeters }
    /// ``NavigationEvents/Step/number`` of the step that is approached.
    var stepNumber: Int { model.stepPositions[stepIndex].stepNumber }

    /// Metres along the route of the maneuver that is approached.
    var nextManeuverAlongMeters: Double { model.stepPositions[stepIndex].distanceAlongRouteMeters }

    /// Whether a distance along the route is shortly before or behind a maneuver, where vehicles are slow.
    func isNearManeuver(_ meters: Double) -> Bool {
        let last = stepIndex > 0 ? model.stepPositions[stepIndex - 1].distanceAlongRouteMeters : -.infinity
        return nextManeuverAlongMeters - meters < Self.brakingMeters || meters - last < Self.acceleratingMeters
    }

    /// Counts the next stop as reached.
    mutating func reachNextStop() {
        stopsDone += 1
        skippedAhead = 0
    }

    /// Whether the next stop can be skipped: the destination cannot.
    var isStopAhead: Bool { stopsDone < model.stops.count - 1 }

    /// Counts the next stop as skipped.
    mutating func skipNextStop(_ reason: SkipReason) {
        guard isStopAhead else { return }
        stopsDone += 1
        stopsSkipped += 1
        skippedAhead = reason == .requested ? skippedAhead + 1 : 0
        skipReason = reason
    }

    /// Approaches the first step again: the vehicle was not on the route yet.
    mutating func restart() { (stepIndex, advancedAtStops) = (0, -1) }

    /// Advances to the step whose maneuver comes next; it goes back only if the position clearly does, and not past a
    /// stop.
    mutating func advanceStep(to meters: Double) {
        guard !isApproachingStep(at: meters) else { return }
        while skippedAhead > 0, model.stops[stopsPassed].distanceAlongRouteMeters <= meters { skippedAhead -= 1 }
        let last = approachedStop.stepIndex
        let first = stopsPassed > 0 ? model.stops[stopsPassed - 1].stepIndex + 1 : 0
        var index = min(max(stepIndex, first), last)
        while index < last,
            model.stepPositions[index].distanceAlongRouteMeters <= meters
                || model.stepPositions[index].isDeparture || isSkippedArrival(index)
        {
            index += 1
        }
        while index > first,
            model.stepPositions[index - 1].distanceAlongRouteMeters > meters + Self.backToStepMeters,
            !model.stepPositions[index - 1].isDeparture
        {
            index -= 1
        }
        (stepIndex, advancedAtStops) = (index, stopsDone)
    }

    /// Whether the present step is still the one whose maneuver comes next, as with most fixes; `false` also where that
    /// takes more than a look at it and at the one before.
    @inline(__always)
    private func isApproachingStep(at meters: Double) -> Bool {
        guard advancedAtStops == stopsDone, skippedAhead == 0, stepIndex > 0 else { return false }
        let (step, previous) = (model.stepPositions[stepIndex], model.stepPositions[stepIndex - 1])
        return step.distanceAlongRouteMeters > meters && !step.isDeparture
            && previous.distanceAlongRouteMeters <= meters + Self.backToStepMeters
    }

    /// Goes back to the step whose turn counted as passed, although a slow vehicle has not made it: the vehicle is before
    /// it, and points to where it came from.
    ///
    /// - Parameters:
    ///   - observation: The last fix, of a vehicle slower than ``Tracker/turningSpeed``.
    ///   - meters: The position, metres along the route.
    ///   - segment: Its segment.
    mutating func returnToTurn(_ observation: Observation, at meters: Double, near segment: Int) {
        let first = stopsPassed > 0 ? model.stops[stopsPassed - 1].stepIndex + 1 : 0
        guard stepIndex > first else { return }
        let step = model.stepPositions[stepIndex - 1]
        guard step.distanceAlongRouteMeters > meters + Self.backToTurnMeters, !step.isDeparture else { return }
        let turn = model.segment(at: step.distanceAlongRouteMeters, near: segment)
        guard turn > 0 else { return }
        let (before, after) = (model.vertices[turn - 1], model.vertices[turn])
        if before.headingAgreement(with: observation) > after.headingAgreement(with: observation) + Tracker.clearTurn {
            stepIndex -= 1
        }
    }

    /// Whether a step is the arrival at a stop that is skipped.
    private func isSkippedArrival(_ index: Int) -> Bool {
        skippedAhead > 0 && model.stops[stopsPassed..<stopsDone].contains { $0.stepIndex == index }
    }
}
