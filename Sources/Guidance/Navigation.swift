import Geodesy
import NavigationEvents

/// One navigation from its start to its stop: its phase, and what belongs to all phases.
struct Navigation {
    /// A vehicle this fast does not stop before a maneuver, metres per second.
    private static let fastRoadSpeed = 17.0
    /// Metres along the route by which a wrong position may be corrected at once.
    private static let correctedMeters = 700.0

    private(set) var route: FollowedRoute
    private var stored: StoredPhase
    /// The last observation, if ``hasBegun``: an optional would be copied once more with each fix.
    private var observation = Observation(at: Timestamp(nanosecondsSinceEpoch: 0))
    /// Whether a fix has been seen on this route.
    private(set) var hasBegun = false
    /// Dead reckoning since the last fix, if fixes are missing.
    private(set) var gap: Indirect<DeadReckoning>?
    /// The reason why fixes are missing.
    private(set) var gapCause = PositionCause.noFix
    private(set) var rerouter: Rerouter
    private var wheels = WheelOdometer()
    private var tunnelCheck = TunnelCheck()
    private(set) var etaCorrection = ETACorrection()
    var zoom = MapZoom()
    private var entry: RouteEntry
    private var cues: NavigationCues

    /// Begins along a route; `lastRequest` is the number of the last route request.
    init(_ model: RouteModel, settings: GuidanceSettings, lastRequest: UInt64) {
        route = FollowedRoute(model)
        stored = StoredPhase(.approaching(ApproachPhase()))
        entry = RouteEntry()
        rerouter = Rerouter(after: lastRequest)
        cues = NavigationCues(model, settings: settings)
    }

    /// Continues `old` on the route that replaces it: announced stages stay announced.
    init(_ model: RouteModel, replacing old: Navigation) {
        (rerouter, etaCorrection, zoom) = (old.rerouter, old.etaCorrection, old.zoom)
        (cues, wheels) = (old.cues, old.wheels)
        etaCorrection.interrupt()
        if model.route.geometry == old.route.model.route.geometry {
            route = FollowedRoute(model, continuing: old.route)
            stored = StoredPhase(old.phase.onSameLine)
            entry = RouteEntry(replacing: old.entry)
            (lastObservation, gap) = (old.lastObservation, old.gap)
            rerouter.withdraw()
        } else {
            route = FollowedRoute(model)
            let observation = old.lastObservation?.continued(on: model)
            stored = StoredPhase(.entering(model, at: observation))
            // A rerouted route begins at the present position: leaving it immediately counts as leaving it.
            entry = RouteEntry(isReplacement: true, isMet: observation != nil && model.route.reason == .rerouted)
            lastObservation = observation
            // A position that was estimated before is known no better now.
            if old.gap != nil, let observation {
                gap = .value(DeadReckoning(of: phase.tracker, since: observation, wheels: old.wheels))
            }
        }
        cues.replaceRoute(
            by: model, from: old.phase.position(on: old.route.model).matched?.distanceAlongRouteMeters ?? 0,
            at: phase.position(on: model).matched?.distanceAlongRouteMeters ?? 0)
    }

    /// The phase; the setter and the getter copy all of its data.
    private(set) var phase: NavigationPhase {
        get { stored.phase }
        set { stored = StoredPhase(newValue) }
    }
    /// The last observation; `nil` before the first.
    private(set) var lastObservation: Observation? {
        get { hasBegun ? observation : nil }
        set {
            hasBegun = newValue != nil
            if let newValue { observation = newValue }
        }
    }
    /// Whether there has been no usable position for too long.
    var isUnreliable: Bool { gap?.value.status == .unreliable }

    // MARK: - A Fix

    /// Whether the vehicle may have come to a tunnel since the last fix: only then a fix is checked.
    mutating func isTunnelNear(at time: Timestamp) -> Bool {
        guard gap == nil, let last = lastObservation, let tracker = phase.tracker else { return true }
        let from = tracker.distanceAlongRouteMeters
        let to = from + max(route.limits.maxSpeed, last.speed) * max(time.seconds(since: last.time), 0)
        return route.model.tunnels.contains { $0.from <= to && from < $0.to }
    }

    /// Whether a fix is not believed, since the vehicle is in a tunnel.
    mutating func isDoubtful(_ fix: Fix, _ seen: Observation) -> Bool {
        guard case .onRoute(let onRoute) = phase, let last = lastObservation else { return false }
        let seconds = seen.time.seconds(since: last.time)
        guard seconds <= TunnelCheck.maxSeconds else { return false }
        let gap = gap?.value ?? deadReckoning(since: last, of: onRoute.match.tracker)
        let isRepeated = tunnelCheck.isRepeated(fix)
        guard
            onRoute.isDoubtful(seen.continued(on: route.model), isRepeated: isRepeated, seconds, gap: gap, on: route)
        else {
            tunnelCheck.forget()
            return false
        }
        return !tunnelCheck.isProven(by: fix, seen)
    }

    /// Whether a fix that is far from the last one lies on the route near there: another error was corrected. Before the
    /// first fix, any is expected.
    func isExpected(_ seen: Observation) -> Bool {
        guard hasBegun else { return true }
        let position = phase.position(on: route.model)
        let now = position.leftAlongMeters ?? position.knownAlongMeters
        let origin = gap?.value.origin?.distanceAlongRouteMeters ?? now
        return route.model.find(
            seen.continued(on: route.model),
            from: max(min(origin, now) - Self.correctedMeters, route.startAlongMeters),
            to: min(max(origin, now) + Self.correctedMeters, route.limitAlongMeters), expectedAlongMeters: now) != nil
    }

    /// The longitude of an observation on this route: unwrapped to its side of ±180°.
    mutating func continued(longitude: Double) -> Double { route.model.continued(longitude: longitude) }

    /// Processes a fix and the movement with it, and writes the guidance computed from them.
    ///
    /// - Parameter observation: The movement, with its ``continued(longitude:)``.
    /// - Returns: The reason why the navigation ends; `nil` while it continues.
    mutating func update(_ fix: Fix, _ observation: Observation, _ present: inout PresentInfo) -> StopReason? {
        let seconds = hasBegun ? max(observation.time.seconds(since: self.observation.time), 0) : 0
        (self.observation, hasBegun) = (observation, true)
        wheels.learn(observation)
        var position = follow(observation, seconds)
        learnETACorrection(position, observation, seconds)
        if gap != nil { gap = nil }
        let stopReached = reachStops(observation, &position)
        if observation.speed < Tracker.turningSpeed, !position.isOffRoute, let matched = position.matched {
            route.returnToTurn(observation, at: position.knownAlongMeters, near: matched.segment)
        }
        let cue = cue(after: stopReached, observation, position)
        if position.isOffRoute { rerouter.search(from: observation, on: route) }
        describe(&present, fix.time, fix, observation, position, cue)
        return ArrivalCheck.endReason(
            at: position.isOffRoute ? nil : position.matched.map { _ in position.knownAlongMeters },
            standingSeconds: observation.standingSeconds, on: route)
    }

    /// Processes the observation in the present phase; returns the position then.
    @inline(__always)
    private mutating func follow(_ observation: Observation, _ seconds: Double) -> PresentPosition {
        if let position = followRoute(observation, seconds) { return position }
        switch phase {
        case .onRoute: break
        case .approaching(var approach):
            let result = approach.search(observation, seconds, on: route, entry: entry)
            phase = .approaching(approach)
            apply(result, observation)
        case .offRoute(var offRoute):
            let near = offRoute.search(observation, on: route, isAnswerAwaited: rerouter.request != nil)
            let point = near ?? offRoute.searchBehindStop(observation, on: route)
            phase = .offRoute(offRoute)
            guard let point else { return offRoute.position(on: route.model) }
            if near == nil { skipStops(before: point) }
            apply(.onRoute(point), observation)
        case .positionLost(var lost):
            let result = lost.search(observation, seconds, on: route)
            phase = .positionLost(lost)
            apply(result, observation)
        }
        return stored.position(on: route.model)
    }

    /// Skips the stops before a point at which the vehicle follows the route again.
    private mutating func skipStops(before point: RoutePoint) {
        while route.isStopAhead, let stop = route.nextStop,
            stop.distanceAlongRouteMeters < point.distanceAlongRouteMeters
        {
            route.skipNextStop(.passed)
        }
        cues.interrupt()
    }

    private mutating func apply(_ result: PositionSearch, _ observation: Observation) {
        switch result {
        case .notFound: break
        case .onRoute(let point):
            phase = .onRoute(OnRoutePhase(at: point, observation))
            etaCorrection.interrupt()
        case .wrongWay(let point):
            leave(
                .matched(RouteMatch(at: point, observation)), at: point.distanceAlongRouteMeters, isWrongWay: true,
                observation)
        case .offRoute:
            let last = stored.position(on: route.model).knownAlongMeters
            leave(.lost(distanceAlongRouteMeters: last), at: last, isWrongWay: false, observation)
        }
    }

    /// Follows the route with a fix; returns the position then, or `nil` if the phase is another one.
    @inline(__always)
    private mutating func followRoute(_ observation: Observation, _ seconds: Double) -> PresentPosition? {
        let verdict =
            if let gap {
                stored.onRoute?.track(observation, seconds, after: gap.value, on: route, entry: &entry)
            } else {
                stored.onRoute?.track(observation, seconds, on: route, entry: &entry)
            }
        guard let verdict else { return nil }
        if verdict != .onRoute { leave(isWrongWay: verdict == .wrongWay, observation) }
        return stored.position(on: route.model)
    }

    /// Leaves the route that the vehicle followed until now.
    private mutating func leave(isWrongWay: Bool, _ observation: Observation) {
        guard let match = stored.onRoute?.match else { return }
        guard entry.isMet || isWrongWay else {
            // The route was never reached: the vehicle is still on the way to it, so nothing is announced.
            phase = .approaching(ApproachPhase())
            entry.fail()
            route.restart()
            return
        }
        leave(.matched(match), at: match.tracker.distanceAlongRouteMeters, isWrongWay: isWrongWay, observation)
    }

    @inline(__always)
    private mutating func learnETACorrection(
        _ position: PresentPosition, _ observation: Observation, _ seconds: Double
    ) {
        guard !position.isOffRoute, let matched = position.matched else { return }
        let now = matched.routeSeconds
        etaCorrection.observe(
            elapsedSeconds: now, totalSeconds: route.model.stepPositions.last?.time ?? now,
            seconds: gap == nil || seconds <= observation.slowIntervalSeconds ? seconds : nil)
    }

    private mutating func leave(
        _ last: OffRoutePhase.LastPosition, at leftAlongMeters: Double, isWrongWay: Bool,
        _ observation: Observation
    ) {
        phase = .offRoute(OffRoutePhase(from: last, at: leftAlongMeters, isWrongWay: isWrongWay))
        let segment = route.model.segment(
            at: leftAlongMeters, near: stored.position(on: route.model).matched?.segment ?? 0)
        let fraction = route.model.fraction(of: segment, at: leftAlongMeters)
        cues.leaveRoute(
            at: observation.time, position: route.model.coordinate(segment: segment, fraction: fraction))
        rerouter.begin(at: observation.time)
    }

    /// Counts the stops that are reached with this fix; returns the step of the last of them.
    @inline(__always)
    private mutating func reachStops(_ observation: Observation, _ position: inout PresentPosition) -> Int? {
        var reached: Int?
        while let stop = route.nextStop, ArrivalCheck.isReached(stop, observation, position, on: route) {
            reached = stop.stepIndex
            route.reachNextStop()
            guard position.isOffRoute, case .offRoute(var offRoute) = phase else { continue }
            offRoute.reach(stop)
            phase = .offRoute(offRoute)
            position = offRoute.position(on: route.model)
            rerouter.withdraw()
        }
        return reached
    }

    // MARK: - Cues

    /// The cue that is due with a fix; `stopReached` is the step of a stop that it reaches.
    @inline(__always)
    private mutating func cue(
        after stopReached: Int?, _ observation: Observation, _ position: PresentPosition
    ) -> Cue? {
        let cue = cues.due(at: observation.time, observation, position, stopReached: stopReached, on: &route)
        guard stopReached != nil, !route.isDestinationReached else { return cue }
        // The arrival announcement names the stop: if it becomes due with this fix, the next leg begins with the next
        // one. Otherwise it was announced, and ends with the leg.
        if cue?.dueAt == observation.time { return cue }
        advanceStep(position)
        cues.interrupt()
        return nil
    }

    private mutating func advanceStep(_ position: PresentPosition) {
        guard position.matched != nil else { return }
        route.advanceStep(to: position.knownAlongMeters)
    }

    // MARK: - Time Without a Fix

    /// Advances to a time without a fix that is believed, and writes the guidance then, until the position is unreliable.
    ///
    /// - Returns: The reason why the navigation ends; `nil` while it continues.
    mutating func elapse(
        to time: Timestamp, _ present: inout PresentInfo, because cause: PositionCause
    ) -> StopReason? {
        beginGap()
        gapCause = cause
        guard let observation = lastObservation else { return nil }
        let seconds = time.seconds(since: observation.time)
        var alongMeters: Double?
        if case .onRoute(let onRoute) = phase {
            alongMeters = (gap?.value.origin ?? onRoute.match.tracker).knownAlongMeters
        }
        if !isUnreliable {
            advance(to: time)
            let stopReached = reachDestination(from: alongMeters, withoutFixSeconds: seconds)
            describe(&present, at: time, observation, stopReached: stopReached)
        }
        return ArrivalCheck.endReason(
            at: alongMeters, standingSeconds: observation.standingSeconds, withoutFixSeconds: seconds, on: route)
    }

    /// Whether the vehicle may wait before the next maneuver: the next fix of a slow receiver is not late yet.
    private func mayWait(at time: Timestamp) -> Bool {
        guard let last = lastObservation, last.speed < Self.fastRoadSpeed else { return false }
        return time.seconds(since: last.time) <= last.slowIntervalSeconds
    }

    private mutating func advance(to time: Timestamp) {
        if case .onRoute(var onRoute) = phase, var gap = gap?.value {
            onRoute.advance(to: time, by: &gap, mayWait: mayWait(at: time), on: route)
            (phase, self.gap) = (.onRoute(onRoute), .value(gap))
        } else {
            gap?.value.wait(until: time)
        }
        if case .offRoute = phase { rerouter.elapse(to: time) }
    }

    /// Counts the destination as reached by dead reckoning, if the last fixes led there and no more came; returns its
    /// step.
    private mutating func reachDestination(from alongMeters: Double?, withoutFixSeconds seconds: Double) -> Int? {
        guard let alongMeters, let stop = route.nextStop, case .onRoute(let onRoute) = phase,
            ArrivalCheck.isReached(
                onRoute.match.tracker.distanceAlongRouteMeters, from: alongMeters, withoutFixSeconds: seconds,
                on: route)
        else { return nil }
        route.reachNextStop()
        return stop.stepIndex
    }

    /// Begins a gap: fixes are missing since the last one.
    mutating func beginGap() {
        guard gap == nil, let last = lastObservation else { return }
        gap = .value(deadReckoning(since: last, of: phase.tracker))
    }

    /// Dead reckoning since a fix. A vehicle that was slow because of a maneuver drives as fast as before again.
    private func deadReckoning(since last: Observation, of tracker: Tracker?) -> DeadReckoning {
        let isSlowed = tracker.map { route.isNearManeuver($0.distanceAlongRouteMeters) } == true
        return DeadReckoning(of: tracker, since: last, isSlowed: isSlowed, wheels: wheels)
    }

    /// Discards the state of the movement; reached stops stay reached.
    mutating func resetPosition() {
        phase = phase.afterReset
        gap = nil
        lastObservation = nil
    }

    /// Writes the guidance at a time without a new fix.
    private mutating func describe(
        _ present: inout PresentInfo, at time: Timestamp, _ observation: Observation, stopReached: Int? = nil
    ) {
        let position = phase.position(on: route.model)
        let cue =
            isUnreliable ? nil : cues.due(at: time, observation, position, stopReached: stopReached, on: &route)
        advanceStep(position)
        describe(&present, time, present.info.fix, observation, position, cue)
    }

    // MARK: - Requests

    /// Takes the time that announcements of this route take.
    mutating func take(_ durations: SpeechDurations) { cues.take(durations, on: route.model) }

    /// Takes a reading of the wheels, for the time without fixes.
    mutating func take(_ reading: MotionReading) {
        wheels.add(reading)
        gap?.value.wheels = wheels
    }

    /// Skips the next stop on request and searches a route that does not lead there; returns whether the guidance has
    /// changed: not if it is the destination, and not before the first fix.
    ///
    /// Without a router, the vehicle continues along the route.
    mutating func skipStopover(_ present: inout PresentInfo) -> Bool {
        guard route.isStopAhead else { return false }
        route.skipNextStop(.requested)
        guard let observation = lastObservation else { return false }
        switch phase {
        case .onRoute(let onRoute):
            cues.skipStop()
            phase = .offRoute(OffRoutePhase(skippingFrom: onRoute.match, at: observation.time))
            rerouter.begin(at: observation.time)
            rerouter.search(from: observation, on: route)
        case .offRoute:
            cues.interrupt()
            rerouter.withdraw()
            rerouter.search(from: observation, on: route)
        case .approaching, .positionLost: cues.interrupt()
        }
        refresh(&present)
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
    mutating func refresh(_ present: inout PresentInfo) {
        let observation = lastObservation ?? Observation(at: present.info.fix.time)
        describe(&present, at: observation.time, observation)
    }
}
