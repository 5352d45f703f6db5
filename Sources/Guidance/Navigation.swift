import Geodesy
import NavigationEvents

/// One navigation from its start to its stop: its phase, and what belongs to all phases.
struct Navigation {
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

    /// Radius of 95 % in units of the accuracy, which is that of 68 %: of a fix, and of a position on the route.
    static let fixRadiusFactor = 1.62
    static let matchedRadiusFactor = 0.75

    private(set) var route: FollowedRoute
    private(set) var phase: NavigationPhase
    private(set) var lastObservation: Observation?
    /// Dead reckoning since the last fix, if fixes are missing.
    private(set) var gap: DeadReckoning?
    private(set) var rerouter: Rerouter
    private var wheels = WheelOdometer()
    private(set) var etaCorrection = ETACorrection()
    var zoom = MapZoom()
    private var entry: RouteEntry
    private let points: [CuePoint]
    private var planner: CuePlanner
    private var offRouteCue = OffRouteCue()

    /// Begins along a route; `lastRequest` is the number of the last route request.
    init(_ model: RouteModel, settings: GuidanceSettings, lastRequest: UInt64) {
        route = FollowedRoute(model)
        phase = .approaching(ApproachPhase())
        entry = RouteEntry()
        rerouter = Rerouter(after: lastRequest)
        points = CuePoint.all(of: model)
        planner = CuePlanner(mode: model.route.travelMode, settings: settings)
    }

    /// Continues `old` on the route that replaces it: announced stages stay announced.
    init(_ model: RouteModel, replacing old: Navigation) {
        (rerouter, etaCorrection, zoom) = (old.rerouter, old.etaCorrection, old.zoom)
        (planner, offRouteCue, wheels) = (old.planner, old.offRouteCue, old.wheels)
        if model.route.geometry == old.route.model.route.geometry {
            route = FollowedRoute(model, continuing: old.route)
            phase = old.phase.onSameLine
            entry = RouteEntry(replacing: old.entry)
            (lastObservation, gap) = (old.lastObservation, old.gap)
            rerouter.withdraw()
        } else {
            route = FollowedRoute(model)
            let observation = old.lastObservation?.continued(on: model)
            phase = .entering(model, at: observation)
            // A rerouted route begins at the present position: leaving it immediately counts as leaving it.
            entry = RouteEntry(isReplacement: true, isMet: observation != nil && model.route.reason == .rerouted)
            lastObservation = observation
            // A position that was estimated before is known no better now.
            if old.gap != nil, let observation {
                gap = DeadReckoning(
                    of: phase.tracker, from: observation.time, speed: observation.speed, wheels: old.wheels)
            }
        }
        let replacedRoute = ReplacedRoute(
            points: old.points,
            distanceAlongRouteMeters: old.phase.position.matched?.distanceAlongRouteMeters ?? 0,
            joinAlongMeters: phase.position.matched?.distanceAlongRouteMeters ?? 0,
            announced: planner.announcedIdentities)
        points = CuePoint.all(of: model, replacedRoute: replacedRoute)
        planner.routeReplaced(by: points, mode: model.route.travelMode)
    }

    /// Whether a fix has been seen on this route.
    var hasBegun: Bool { lastObservation != nil }
    /// Whether there has been no usable position for too long.
    var isUnreliable: Bool { gap?.status == .unreliable }

    // MARK: - A Fix

    /// Whether a fix is not believed, since the vehicle is in a tunnel; `motion` has not observed it.
    func isDoubtful(_ fix: Fix, after motion: Motion) -> Bool {
        guard !route.model.tunnels.isEmpty, case .onRoute(let onRoute) = phase, let last = lastObservation,
            fix.time.seconds(since: last.time) <= DeadReckoning.maxSeconds
        else { return false }
        var next = motion
        next.observe(fix)
        let longitude = route.model.continued(longitude: fix.smoothedPosition.longitudeDegrees)
        let observation = Observation(fix, next, longitude: longitude)
        return onRoute.isDoubtful(
            observation, observation.time.seconds(since: last.time),
            gap: gap
                ?? DeadReckoning(of: onRoute.match.tracker, from: last.time, speed: motion.speed, wheels: wheels),
            on: route)
    }

    /// Processes a fix that `motion` has already observed, and writes the guidance computed from it.
    mutating func update(_ fix: Fix, _ motion: Motion, _ present: inout PresentInfo) {
        let longitude = route.model.continued(longitude: fix.smoothedPosition.longitudeDegrees)
        let observation = Observation(fix, motion, longitude: longitude)
        let seconds = lastObservation.map { max(observation.time.seconds(since: $0.time), 0) } ?? 0
        lastObservation = observation
        var position = follow(observation, seconds)
        gap = nil
        let stopReached = reachStops(observation, motion, &position)
        let cue = cue(after: stopReached, observation, motion, position)
        if position.isOffRoute { search(from: observation) }
        describe(&present, fix.time, fix, motion, position, cue)
    }

    /// Processes the observation in the present phase; returns the position then.
    private mutating func follow(_ observation: Observation, _ seconds: Double) -> PresentPosition {
        switch phase {
        case .approaching(var approach):
            let result = approach.search(observation, seconds, on: route, entry: entry)
            phase = .approaching(approach)
            apply(result, observation)
        case .onRoute(var onRoute):
            if track(&onRoute, observation, seconds) { return PresentPosition(onRoute.match) }
        case .offRoute(var offRoute):
            let near = offRoute.search(observation, on: route, isAnswerAwaited: rerouter.request != nil)
            let point = near ?? offRoute.searchBehindStop(observation, on: route)
            phase = .offRoute(offRoute)
            guard let point else { return offRoute.position }
            if near == nil { skipStops(before: point) }
            apply(.onRoute(point), observation)
        case .positionLost(var lost):
            let result = lost.search(observation, seconds, on: route)
            phase = .positionLost(lost)
            apply(result, observation)
        }
        return phase.position
    }

    /// Skips the stops before a point at which the vehicle follows the route again.
    private mutating func skipStops(before point: RoutePoint) {
        while route.isStopAhead, let stop = route.nextStop,
            stop.distanceAlongRouteMeters < point.distanceAlongRouteMeters
        {
            route.skipNextStop(.passed)
        }
        planner.interrupt()
    }

    private mutating func apply(_ result: PositionSearch, _ observation: Observation) {
        switch result {
        case .notFound: break
        case .onRoute(let point): phase = .onRoute(OnRoutePhase(at: point, observation))
        case .wrongWay(let point):
            leave(
                .matched(RouteMatch(at: point, observation)), at: point.distanceAlongRouteMeters, isWrongWay: true,
                observation)
        case .offRoute:
            let last = phase.position.knownAlongMeters
            leave(.lost(distanceAlongRouteMeters: last), at: last, isWrongWay: false, observation)
        }
    }

    /// Follows the route with a fix; `false` if the phase has ended.
    private mutating func track(_ onRoute: inout OnRoutePhase, _ observation: Observation, _ seconds: Double) -> Bool {
        let before = onRoute.match.tracker.distanceAlongRouteMeters
        let (point, verdict) = onRoute.track(observation, seconds, gap: gap, on: route)
        phase = .onRoute(onRoute)
        if gap == nil { learnETACorrection(from: before, to: onRoute.match.tracker, seconds) }
        entry.observe(point, observation, seconds, limits: route.limits)
        guard verdict != .onRoute else { return true }
        let isWrongWay = verdict == .wrongWay
        guard entry.isMet || isWrongWay else {
            // The route was never reached: the vehicle is still on the way to it, so nothing is announced.
            phase = .approaching(ApproachPhase())
            entry.fail()
            route.restart()
            return false
        }
        leave(
            .matched(onRoute.match), at: onRoute.match.tracker.distanceAlongRouteMeters, isWrongWay: isWrongWay,
            observation)
        return false
    }

    private mutating func learnETACorrection(from before: Double, to tracker: Tracker, _ seconds: Double) {
        let (model, segment) = (route.model, tracker.segment)
        let now = model.time(at: tracker.distanceAlongRouteMeters, segment: segment)
        let then = model.time(at: before, segment: model.segment(at: before, near: segment))
        etaCorrection.learn(
            seconds: seconds, expectedSeconds: now - then,
            expectedRemaining: (model.stepPositions.last?.time ?? now) - now)
    }

    private mutating func leave(
        _ last: OffRoutePhase.LastPosition, at leftAlongMeters: Double, isWrongWay: Bool,
        _ observation: Observation
    ) {
        phase = .offRoute(OffRoutePhase(from: last, at: leftAlongMeters, isWrongWay: isWrongWay))
        planner.interrupt()
        let segment = route.model.segment(at: leftAlongMeters, near: phase.position.matched?.segment ?? 0)
        let fraction = route.model.fraction(of: segment, at: leftAlongMeters)
        offRouteCue.begin(
            at: observation.time, position: route.model.coordinate(segment: segment, fraction: fraction))
        rerouter.begin(at: observation.time)
    }

    /// Counts the stops that are reached with this fix; returns the step of the last of them.
    private mutating func reachStops(
        _ observation: Observation, _ motion: Motion, _ position: inout PresentPosition
    ) -> Int? {
        var reached: Int?
        while let stop = route.nextStop,
            isReached(stop, observation, position) || isStanding(at: stop, observation, motion, position)
        {
            reached = stop.stepIndex
            route.reachNextStop()
            guard position.isOffRoute, case .offRoute(var offRoute) = phase else { continue }
            offRoute.reach(stop)
            phase = .offRoute(offRoute)
            position = offRoute.position
            rerouter.withdraw()
        }
        return reached
    }

    /// Whether a stop is reached, by the distance along the route.
    private func isReached(_ stop: RouteModel.Stop, _ observation: Observation, _ position: PresentPosition) -> Bool {
        guard !observation.isWeak else { return false }
        let radius = route.limits.arrivalRadius(accuracy: observation.accuracy)
        if let left = position.leftAlongMeters {
            return OffRoutePhase.isReached(stop, observation, from: left, within: radius, on: route.model)
        }
        return position.matched != nil && stop.distanceAlongRouteMeters - position.knownAlongMeters <= radius
    }

    /// Whether the vehicle has stopped near a stop, or with an inaccurate receiver may well be there. Far away along the
    /// route, a stop that is near belongs to another lap.
    private func isStanding(
        at stop: RouteModel.Stop, _ observation: Observation, _ motion: Motion, _ position: PresentPosition
    ) -> Bool {
        guard motion.standingSeconds >= Self.standingSeconds else { return false }
        let radius =
            motion.standingSeconds >= Self.longStandingSeconds
            ? Self.parkingMeters
            : route.limits.arrivalRadius(accuracy: observation.accuracy)
        let known = position.leftAlongMeters ?? position.knownAlongMeters
        return OffRoutePhase.isReached(stop, observation, from: known, within: radius, on: route.model)
    }

    /// Requests another route while off route, but not from an inaccurate position.
    private mutating func search(from observation: Observation) {
        guard !route.isDestinationReached else { return }
        rerouter.elapse(to: observation.time)
        guard rerouter.isDue, !observation.isWeak else { return }
        rerouter.ask(
            RouteRequest(
                number: 0,
                position: Coordinate(
                    latitudeDegrees: observation.latitude,
                    longitudeDegrees: Angle.wrapped180(observation.longitude)),
                horizontalAccuracyMeters: observation.accuracy,
                courseDegrees: observation.hasCourse
                    ? Angle.bearing(eastMeters: observation.courseEast, northMeters: observation.courseNorth) : nil,
                speedMetersPerSecond: observation.speed,
                stopovers: route.remainingStopovers.map(\.position),
                travelMode: route.model.route.travelMode))
    }

    // MARK: - Cues

    /// The cue that is due with a fix; `stopReached` is the step of a stop that it reaches.
    private mutating func cue(
        after stopReached: Int?, _ observation: Observation, _ motion: Motion, _ position: PresentPosition
    ) -> Cue? {
        let cue = dueCue(observation.time, motion, position, accuracy: observation.accuracy, stopReached: stopReached)
        guard stopReached != nil, !route.isDestinationReached else { return cue }
        // The arrival announcement names the stop: if it becomes due with this fix, the next leg begins with the next
        // one. Otherwise it was announced, and ends with the leg.
        if cue?.dueAt == observation.time { return cue }
        advanceStep(position)
        planner.interrupt()
        return nil
    }

    private mutating func dueCue(
        _ time: Timestamp, _ motion: Motion, _ position: PresentPosition, accuracy: Double, stopReached: Int?
    ) -> Cue? {
        guard !position.isOffRoute || stopReached != nil else {
            if case .offRoute(let offRoute) = phase, offRoute.isSkipping { return nil }
            return offRouteCue.cue(at: time, stepNumber: route.stepNumber, isStanding: motion.isStanding)
        }
        guard let known = position.matched == nil ? position.leftAlongMeters : position.knownAlongMeters else {
            return nil
        }
        if stopReached == nil { route.advanceStep(to: known) }
        let moment = CueMoment(
            time: time, distanceAlongRouteMeters: known, speed: motion.smoothedSpeed,
            isStanding: motion.isStanding,
            stepIndex: stopReached ?? route.stepIndex,
            arrivalRadiusMeters: route.limits.arrivalRadius(accuracy: accuracy), isStopReached: stopReached != nil,
            periodSeconds: motion.period)
        return planner.cue(at: moment, on: points)
    }

    private mutating func advanceStep(_ position: PresentPosition) {
        guard position.matched != nil else { return }
        route.advanceStep(to: position.knownAlongMeters)
    }

    // MARK: - Time Without a Fix

    /// Advances to a time without a fix; `motion` and `present` are those of the last fix.
    mutating func elapse(to time: Timestamp, _ motion: Motion, _ present: inout PresentInfo) {
        beginGap(motion)
        if case .onRoute(var onRoute) = phase, var gap {
            onRoute.advance(to: time, by: &gap, on: route)
            (phase, self.gap) = (.onRoute(onRoute), gap)
        } else {
            gap?.wait(until: time)
        }
        if case .offRoute = phase { rerouter.elapse(to: time) }
        describe(time, motion, accuracy: 0, &present, stopReached: arriveWithoutFix(at: time))
    }

    /// Reaches the destination by dead reckoning, if the last fixes led there and no more came; returns its step.
    private mutating func arriveWithoutFix(at time: Timestamp) -> Int? {
        guard let stop = route.nextStop, isNearDestination, case .onRoute(let onRoute) = phase,
            secondsWithoutFix(at: time) >= Self.arrivalGapSeconds,
            stop.distanceAlongRouteMeters - onRoute.match.tracker.distanceAlongRouteMeters
                <= route.limits.arrivalMeters
        else { return nil }
        route.reachNextStop()
        return stop.stepIndex
    }

    /// The reason why the navigation ends; `nil` while it continues.
    ///
    /// - Parameters:
    ///   - motion: The movement as of the last fix.
    ///   - time: The present time, if there is no fix.
    func endReason(_ motion: Motion, at time: Timestamp? = nil) -> StopReason? {
        if route.isDestinationReached { return .destinationReached }
        guard isNearDestination else { return nil }
        let isParked = motion.standingSeconds >= Self.parkedSeconds
        let isGone = time.map { secondsWithoutFix(at: $0) >= Self.goneSeconds } == true
        return isParked || isGone ? .endedNearDestination : nil
    }

    /// Whether the last fix was on the last metres of the route.
    private var isNearDestination: Bool {
        guard !route.isStopAhead, case .onRoute(let onRoute) = phase else { return false }
        let last = gap?.origin ?? onRoute.match.tracker
        return route.model.destinationAlongMeters - last.knownAlongMeters <= Self.nearDestinationMeters
    }

    private func secondsWithoutFix(at time: Timestamp) -> Double {
        lastObservation.map { time.seconds(since: $0.time) } ?? 0
    }

    /// Begins a gap: fixes are missing since the last one.
    mutating func beginGap(_ motion: Motion) {
        guard gap == nil, let time = lastObservation?.time else { return }
        gap = DeadReckoning(of: phase.tracker, from: time, speed: motion.speed, wheels: wheels)
    }

    /// Discards the state of the movement; reached stops stay reached.
    mutating func resetPosition() {
        phase = phase.afterReset
        gap = nil
        lastObservation = nil
    }

    /// Writes the guidance at a time without a new fix.
    private mutating func describe(
        _ time: Timestamp, _ motion: Motion, accuracy: Double, _ present: inout PresentInfo, stopReached: Int? = nil
    ) {
        let position = phase.position
        let cue = isUnreliable ? nil : dueCue(time, motion, position, accuracy: accuracy, stopReached: stopReached)
        advanceStep(position)
        describe(&present, time, present.info.fix, motion, position, cue)
    }

    // MARK: - Requests

    /// Takes a reading of the wheels, for the time without fixes.
    mutating func take(_ reading: MotionReading) {
        wheels.add(reading)
        gap?.wheels = wheels
    }

    /// Skips the next stop on request and searches a route that does not lead there; returns whether the guidance has
    /// changed: not if it is the destination, and not before the first fix.
    ///
    /// Without a router, the vehicle continues along the route.
    mutating func skipStopover(_ motion: Motion, _ present: inout PresentInfo) -> Bool {
        guard route.isStopAhead else { return false }
        route.skipNextStop(.requested)
        guard let observation = lastObservation else { return false }
        planner.interrupt()
        switch phase {
        case .onRoute(let onRoute):
            phase = .offRoute(OffRoutePhase(skippingFrom: onRoute.match, at: observation.time))
            rerouter.begin(at: observation.time)
            search(from: observation)
        case .offRoute:
            rerouter.withdraw()
            search(from: observation)
        case .approaching, .positionLost: break
        }
        refresh(motion, &present)
        return true
    }

    // MARK: - Another Route

    /// Records that the open route request failed; it is repeated later.
    mutating func rerouteFailed(_ reason: String) { rerouter.fail(reason) }

    /// Requests another route once, because the answer leads back.
    mutating func askAgainWithCourse() { rerouter.askAgainWithCourse() }

    /// Records that the answer to the open request is being followed.
    mutating func rerouteAccepted() { rerouter.accept() }

    /// Writes the present guidance again after a change other than of the position.
    mutating func refresh(_ motion: Motion, _ present: inout PresentInfo) {
        let fix = present.info.fix
        describe(lastObservation?.time ?? fix.time, motion, accuracy: Observation.accuracy(of: fix), &present)
    }
}
