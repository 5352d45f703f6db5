import NavigationEvents

/// The cues of one navigation: those along its route, and the one to turn around after the route was left.
struct NavigationCues {
    private var points: [CuePoint]
    private var planner: CuePlanner
    private var offRouteCue = OffRouteCue()

    /// Begins along a route.
    init(_ model: RouteModel, settings: GuidanceSettings) {
        points = CuePoint.all(of: model)
        planner = CuePlanner(mode: model.route.travelMode, settings: settings)
    }

    /// Continues along another route: announced stages stay announced.
    ///
    /// - Parameters:
    ///   - model: The other route.
    ///   - leftAlongMeters: Metres along the old route at which it was left.
    ///   - joinAlongMeters: Metres along the other route at which it is joined.
    mutating func replaceRoute(by model: RouteModel, from leftAlongMeters: Double, at joinAlongMeters: Double) {
        let old = points
        points = CuePoint.all(
            of: model,
            replacedRoute: ReplacedRoute(
                points: old, distanceAlongRouteMeters: leftAlongMeters, joinAlongMeters: joinAlongMeters,
                announced: planner.announcedIdentities))
        keepDurations(of: old)
        planner.routeReplaced(by: points, mode: model.route.travelMode)
    }

    /// The words for the same maneuver take the same time on another route, until a control reports otherwise.
    private mutating func keepDurations(of old: [CuePoint]) {
        let known = Dictionary(
            old.lazy.filter(\.isSpeechReported).map { ($0.identity, $0.speech) }, uniquingKeysWith: { one, _ in one })
        guard !known.isEmpty else { return }
        for index in points.indices {
            if let speech = known[points[index].identity] { points[index].report(speech) }
        }
    }

    /// Takes durations that a control reports; those of another route have no effect.
    mutating func take(_ reported: SpeechDurations, on model: RouteModel) {
        guard reported.routeID == model.route.id else { return }
        let steps = Dictionary(
            reported.steps.lazy.filter(\.isPlausible).map { ($0.stepNumber, $0) }, uniquingKeysWith: { $1 })
        for index in points.indices {
            if let speech = steps[points[index].stepNumber] { points[index].report(speech) }
        }
    }

    /// Ends the current cue; announced stages stay announced.
    mutating func interrupt() { planner.interrupt() }

    /// Ends the current cue when a stop is skipped: the vehicle has not left the route, and needs not turn around.
    mutating func skipStop() {
        planner.interrupt()
        offRouteCue.end()
    }

    /// Ends the current cue when the route was left; `position` is the point at which it was left.
    mutating func leaveRoute(at time: Timestamp, position: Coordinate) {
        planner.interrupt()
        offRouteCue.begin(at: time, position: position)
    }

    /// The cue that is due with a fix.
    ///
    /// - Parameters:
    ///   - time: The time of the fix, or the present time without one.
    ///   - observation: The last fix.
    ///   - position: The position then.
    ///   - stopReached: The step of a stop that is reached with it.
    ///   - route: The route, on which the next step advances.
    mutating func due(
        at time: Timestamp, _ observation: Observation, _ position: PresentPosition, stopReached: Int?,
        on route: inout FollowedRoute
    ) -> Cue? {
        guard !position.isOffRoute || stopReached != nil else {
            return offRouteCue.cue(at: time, stepNumber: route.stepNumber, isStanding: observation.isStanding)
        }
        guard let known = position.matched == nil ? position.leftAlongMeters : position.knownAlongMeters else {
            return nil
        }
        if stopReached == nil { route.advanceStep(to: known) }
        let moment = CueMoment(
            time: time, distanceAlongRouteMeters: known, speed: observation.smoothedSpeed,
            presentSpeed: observation.isSpeedMeasured ? observation.speed : observation.smoothedSpeed,
            acceleration: observation.acceleration, accuracyMeters: observation.accuracy,
            isStanding: observation.isStanding,
            stepIndex: stopReached ?? route.stepIndex, isStopReached: stopReached != nil,
            periodSeconds: observation.periodSeconds,
            hasCompass: observation.hasCompass)
        return planner.cue(at: moment, on: points, of: route.model)
    }
}
