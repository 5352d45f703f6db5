public import NavigationEvents
import Pictures

extension Dashboard {
    /// Updates the dashboard with a fix, with or without a navigation.
    public mutating func update(_ fix: Fix, at moment: Moment) {
        noteEvent(at: moment)
        show(fix, at: moment)
    }

    /// Updates the dashboard with guidance: everything that is shown of the current position.
    public mutating func update(_ info: NavigationInfo, at moment: Moment) {
        noteEvent(at: moment)
        show(info.fix, at: moment)
        isPhaseKnown = true
        switch info.state {
        case .enroute: phase = info.isDestinationReached ? .arrived : .guiding
        case .rerouting:
            if phase != .rerouting { removeLastUtterance() }
            phase = .rerouting
        case .stopped, .unknown: return endNavigation()
        }
        showManeuver(info)
        showPosition(info)
        showRemaining(info)
        _ = laneChoice.update(info)
    }

    /// Begins a navigation along a route, or replaces its route.
    public mutating func update(_ route: Route, at moment: Moment) {
        noteEvent(at: moment)
        isPhaseKnown = true
        routesSeen += 1
        endNavigation()
        phase = .guiding
        self.route = ShownRoute(
            number: routesSeen, id: route.id, provider: route.provider.displayable, geometry: route.geometry,
            stopovers: route.stopovers.map {
                Stopover(position: $0.position, geometryIndex: $0.geometryIndex, name: $0.name.displayable)
            }, steps: route.legs.flatMap(\.steps), distanceMeters: route.distanceMeters,
            travelMode: route.travelMode)
        remainingStopovers = self.route?.stopovers ?? []
        destination = self.route?.stopovers.last?.name ?? ""
    }

    /// Shows another part of the map, if a command asks for it.
    public mutating func update(_ command: ControlCommand) {
        guard case .focus(let asked) = command.action else { return }
        if case .step(let number) = asked {
            guard let point = route?.point(ofStep: number) else { return }
            focus = .point(point)
        } else {
            focus = asked
        }
    }

    /// Ends the navigation: only an arrival remains visible.
    public mutating func stopNavigation(at moment: Moment) {
        noteEvent(at: moment)
        isPhaseKnown = true
        endNavigation()
    }

    /// Hides everything that depends on the position, which is unknown: the maneuver may already be passed. The next
    /// event restores it.
    mutating func hideInstruction() {
        instruction = nil
        later = []
        _ = laneChoice.clear()
        (speedMetersPerSecond, isOverLimit) = (nil, false)
    }

    /// Clears the navigation; an arrival remains.
    mutating func endNavigation() {
        let hasArrived = phase == .arrived
        phase = hasArrived ? .arrived : .idle
        instruction = nil
        later = []
        _ = laneChoice.clear()
        rerouting = nil
        (route, remainingStopovers) = (nil, [])
        if !hasArrived { destination = "" }
        (toDestination, arrival, toStopover, stopoverArrival, stopover) = (nil, nil, nil, nil, "")
        (positionStatus, matched, currentStreet, speedLimit) = (.unknown, nil, "", nil)
        (isOverLimit, isInTunnel, isOnFerry, isOffRoute, isWrongWay) = (false, false, false, false, false)
        (approach, suggestedZoomMeters) = (nil, nil)
        focus = .position
        pulses = []
        removeLastUtterance()
    }

    private mutating func noteEvent(at moment: Moment) {
        lastEventAt = moment
        isStale = false
        isBusAlive = true
        busGoneSince = nil
    }

    private mutating func show(_ fix: Fix, at moment: Moment) {
        self.fix = fix
        fixAt = moment
        speedMetersPerSecond = fix.speedMetersPerSecond.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        noteSpeed()
    }

    private mutating func showManeuver(_ info: NavigationInfo) {
        // Off route there is no next maneuver, whatever the event still carries.
        guard info.state == .enroute, let step = info.currentStep else {
            (instruction, later) = (nil, [])
            rerouting = info.rerouting.map {
                Rerouting(attempts: $0.attempts, failure: $0.failure.displayable, request: $0.request)
            }
            return
        }
        rerouting = nil
        // "Now turn right" is wrong after the turn.
        if let before = instruction, before.stepNumber != step.number { expireLastUtterance() }
        instruction = Instruction(step, toManeuver: info.toManeuver)
        var steps = info.remainingSteps
        if let next = info.nextStep, steps.first != next { steps.insert(next, at: 0) }
        later = steps.map(LaterManeuver.init)
        if let meters = info.maneuverToNextMeters?.ifDistance, !later.isEmpty { later[0].metersFromPrevious = meters }
    }

    private mutating func showPosition(_ info: NavigationInfo) {
        positionStatus = info.positionStatus
        matched = info.matched
        currentStreet = info.currentStreetName.displayable
        isInTunnel = info.isInTunnel
        isOnFerry = info.isOnFerry
        approach = info.approach
        suggestedZoomMeters = info.suggestedZoomMeters.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        isOffRoute = info.isOffRoute
        isWrongWay = info.isWrongWay
        speedLimit = info.speedLimit
        noteSpeed()
    }

    private mutating func showRemaining(_ info: NavigationInfo) {
        toDestination = info.toDestination?.ifShowable
        arrival = toDestination.flatMap { info.fix.time.later(bySeconds: $0.durationSeconds) }
        let isLast = info.toStopover == info.toDestination
        toStopover = isLast ? nil : info.toStopover?.ifShowable
        stopoverArrival = toStopover.flatMap { info.fix.time.later(bySeconds: $0.durationSeconds) }
        let stopovers = route?.stopovers ?? []
        let (done, isOver) = info.stopoversReached.addingReportingOverflow(info.stopoversSkipped)
        remainingStopovers = isOver || done < 0 ? [] : Array(stopovers.dropFirst(done))
        stopover =
            toStopover != nil && stopovers.indices.dropLast().contains(info.stopoversReached)
            ? stopovers[info.stopoversReached].name : ""
    }

    /// The measuring error of a receiver, which does not count as speeding.
    private static let toleranceMetersPerSecond = 0.7

    /// Updates ``isOverLimit``, with a hysteresis: true from limit plus tolerance, false from the limit down.
    private mutating func noteSpeed() {
        guard let speed = speedMetersPerSecond, let limit = speedLimit?.metersPerSecond, limit > 0 else {
            return isOverLimit = false
        }
        isOverLimit = speed > limit + (isOverLimit ? 0 : Self.toleranceMetersPerSecond)
    }
}

extension Timestamp {
    /// The timestamp plus a number of seconds; `nil` on overflow.
    fileprivate func later(bySeconds seconds: Double) -> Timestamp? {
        guard seconds.isFinite, seconds.magnitude < 4e9 else { return nil }
        let (sum, isOver) = nanosecondsSinceEpoch.addingReportingOverflow(Int64((seconds * 1e9).rounded()))
        return isOver ? nil : Timestamp(nanosecondsSinceEpoch: sum)
    }
}
