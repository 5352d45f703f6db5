import NavigationEvents

/// The route that is followed, and the progress along it: the stops that are reached, and the next step.
struct FollowedRoute {
    /// Metres after a stop that is not reached yet in which matches are still searched: a vehicle may roll past it.
    private static let afterStopMeters = 30.0
    /// Metres by which the position must be before a passed maneuver until that maneuver is the next one again.
    private static let backToStepMeters = 25.0

    let model: RouteModel
    /// Number of stops that are reached.
    private(set) var stopsReached = 0
    /// Index of the step that is approached.
    private(set) var stepIndex = 0

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
            old.stopsReached > 0 ? model.stops.count { $0.distanceAlongRouteMeters <= old.startAlongMeters } : 0
        stopsReached = min(passed, model.stops.count - 1)
    }

    /// Metres along a replacement at which the vehicle can be when it is begun. All stops of a rerouted route lie
    /// ahead; some stops of a route from a person may have been passed.
    static func reachAlongMeters(of model: RouteModel) -> Double {
        guard model.route.reason == .rerouted else { return model.destinationAlongMeters }
        return min(model.stops[0].distanceAlongRouteMeters + afterStopMeters, model.destinationAlongMeters)
    }

    var limits: ModeLimits { model.limits }
    var isDestinationReached: Bool { stopsReached == model.stops.count }
    /// The next stop that is not reached; `nil` after the destination.
    var nextStop: RouteModel.Stop? { isDestinationReached ? nil : model.stops[stopsReached] }
    /// The next stop, or the destination after it is reached.
    var approachedStop: RouteModel.Stop { model.stops[min(stopsReached, model.stops.count - 1)] }
    /// The stops that are still to be reached, for another route.
    var remainingStopovers: ArraySlice<Stopover> { model.route.stopovers[stopsReached...] }
    /// Metres along the route before which no match is searched: the last reached stop.
    var startAlongMeters: Double { stopsReached > 0 ? model.stops[stopsReached - 1].distanceAlongRouteMeters : 0 }
    /// Metres along the route after which no match is searched.
    var limitAlongMeters: Double { approachedStop.distanceAlongRouteMeters + Self.afterStopMeters }
    /// ``NavigationEvents/Step/number`` of the step that is approached.
    var stepNumber: Int { model.stepPositions[stepIndex].stepNumber }

    /// Counts the next stop as reached.
    mutating func reachNextStop() { stopsReached += 1 }

    /// Approaches the first step again: the vehicle was not on the route yet.
    mutating func restart() { stepIndex = 0 }

    /// Advances to the step whose maneuver comes next; it goes back only if the position clearly does, and not past a
    /// stop.
    mutating func advanceStep(to meters: Double) {
        let last = approachedStop.stepIndex
        let first = stopsReached > 0 ? model.stops[stopsReached - 1].stepIndex + 1 : 0
        var index = min(max(stepIndex, first), last)
        while index < last,
            model.stepPositions[index].distanceAlongRouteMeters <= meters
                || model.stepPositions[index].isDeparture
        {
            index += 1
        }
        while index > first,
            model.stepPositions[index - 1].distanceAlongRouteMeters > meters + Self.backToStepMeters,
            !model.stepPositions[index - 1].isDeparture
        {
            index -= 1
        }
        stepIndex = index
    }
}
