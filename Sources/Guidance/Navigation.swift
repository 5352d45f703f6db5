import Geodesy
import NavigationEvents

/// One navigation from its start to its stop: the position on the route and its consequences.
struct Navigation {
    /// Metres after a stop that is not reached yet in which matches are still searched: a vehicle may roll past it.
    private static let afterStopMeters = 30.0
    /// Gaps no longer than this are corrected by the next fix.
    private static let shortGapSeconds = 5.0
    /// Nearer to the line than this, or than the accuracy, the route is met.
    private static let metMeters = 10.0
    /// After following the line at a distance for this long, the route is met too.
    private static let followedMeters = 150.0
    /// Good fixes far from the route that prove that it was left during a gap.
    private static let lostNeedsFixes = 5

    let model: RouteModel
    let limits: ModeLimits
    let points: [CuePoint]
    private(set) var tracker: Tracker?
    var rejoinDetector: RejoinDetector?
    private(set) var isWrongWay = false
    var stopsReached = 0
    var stepIndex = 0
    /// Metres from the line to the last observation on the route.
    private(set) var offset = 0.0
    private(set) var gap: DeadReckoning?
    /// Detects the point at which the route is joined while the vehicle is still on the way to it.
    private var joinDetector = RejoinDetector(leftAlongMeters: 0)
    private var wrongWayDetector = WrongWayDetector()
    var lastObservation: Observation?
    private var detector = OffRouteDetector()
    var planner: CuePlanner
    var offRouteCue = OffRouteCue()
    private(set) var rerouter: Rerouter
    private(set) var etaCorrection = ETACorrection()
    var isReplacement = false
    /// Metres along the route at which the position was lost; `nil` if it was not lost.
    private(set) var lostAlongMeters: Double?
    /// Good fixes since then that were not near the route.
    private var lostFixes = 0
    /// Whether the line was met since the position was first found.
    private var hasMetLine = false
    /// Metres followed beside the line so far.
    private var followedMeters = 0.0
    /// Whether the first match turned out to be wrong.
    var hasLostStart = false

    /// Begins along a route; `lastRequest` is the number of the last route request.
    init(_ model: RouteModel, settings: GuidanceSettings, lastRequest: UInt64) {
        self.model = model
        rerouter = Rerouter(after: lastRequest)
        limits = ModeLimits(model.route.travelMode)
        points = CuePoint.all(of: model)
        planner = CuePlanner(mode: model.route.travelMode, settings: settings)
    }

    /// Continues `old` on the route that replaces it: announced stages stay announced.
    init(_ model: RouteModel, replacing old: Navigation) {
        self.model = model
        limits = ModeLimits(model.route.travelMode)
        planner = old.planner
        offRouteCue = old.offRouteCue
        (rerouter, etaCorrection) = (old.rerouter, old.etaCorrection)
        isReplacement = true
        if model.route.geometry == old.model.route.geometry {
            (tracker, rejoinDetector, joinDetector, gap) = (old.tracker, old.rejoinDetector, old.joinDetector, old.gap)
            (isWrongWay, hasMetLine, hasLostStart) = (old.isWrongWay, old.hasMetLine, old.hasLostStart)
            (detector, offset, lastObservation) = (old.detector, old.offset, old.lastObservation)
            stepIndex = min(old.stepIndex, model.stepPositions.count - 1)
            // The new route may lack stops of the old one; the destination is still ahead.
            let passed = old.stopsReached > 0 ? model.stops.count { $0.alongMeters <= old.startAlongMeters } : 0
            stopsReached = min(passed, model.stops.count - 1)
            rerouter.withdraw()
        } else if var observation = old.lastObservation {
            observation.longitude = model.continued(longitude: observation.longitude)
            tracker = Self.located(
                observation, on: model, to: Self.reach(of: model), anywhere: true, isSecondTry: false
            )
            .map { Tracker(at: $0, accuracy: observation.accuracy, speed: observation.speed) }
            lastObservation = observation
            // The route begins at the present position: leaving it immediately counts as leaving it.
            hasMetLine = model.route.reason == .rerouted
            if tracker == nil, hasMetLine { lostAlongMeters = 0 }
            // A position that was estimated before is known no better now.
            if old.gap != nil {
                gap = DeadReckoning(of: tracker, from: observation.time, speed: observation.speed)
            }
        }
        let replacedRoute = ReplacedRoute(
            points: old.points, alongMeters: old.tracker?.alongMeters ?? 0, joinAlongMeters: tracker?.alongMeters ?? 0,
            announced: planner.announcedIdentities)
        points = CuePoint.all(of: model, replacedRoute: replacedRoute)
        planner.routeReplaced(by: points, mode: model.route.travelMode)
    }

    /// Metres along a new route at which the vehicle can be. All stops of a rerouted route lie ahead; some stops of a
    /// route from a person may have been passed.
    private static func reach(of model: RouteModel) -> Double {
        guard model.route.reason == .rerouted else { return model.destinationAlongMeters }
        return min(model.stops[0].alongMeters + afterStopMeters, model.destinationAlongMeters)
    }

    /// Whether a fix has been seen on this route.
    var hasBegun: Bool { lastObservation != nil }
    var isOffRoute: Bool { rejoinDetector != nil }
    /// Whether there has been no usable position for too long.
    var isUnreliable: Bool { gap?.status == .unreliable }
    var isDestinationReached: Bool { stopsReached == model.stops.count }
    /// Metres along the route of the next stop.
    var nextStopAlongMeters: Double { model.stops[min(stopsReached, model.stops.count - 1)].alongMeters }

    /// Metres along the route before which no match is searched.
    var startAlongMeters: Double { stopsReached > 0 ? model.stops[stopsReached - 1].alongMeters : 0 }
    var limitAlongMeters: Double { nextStopAlongMeters + Self.afterStopMeters }

    // MARK: - A Fix

    /// Processes a fix that `motion` has already observed, and writes the guidance computed from it.
    mutating func update(_ fix: Fix, motion: Motion, isRouteChanged: Bool, _ present: inout PresentInfo) {
        let accuracy = FixCheck.accuracy(of: fix)
        let observation = Observation(
            time: fix.time, latitude: fix.smoothedPosition.latitudeDegrees,
            longitude: model.continued(longitude: fix.smoothedPosition.longitudeDegrees), accuracy: accuracy,
            isWeak: accuracy > FixCheck.weakMeters, speed: motion.speed,
            drivenDeviationMeters: motion.drivenDeviationMeters,
            courseEast: motion.courseEast, courseNorth: motion.courseNorth)
        let cue = update(observation, motion: motion)
        search(from: observation, motion)
        describe(&present, fix, motion: motion, cue: cue, isRouteChanged: isRouteChanged)
    }

    /// Requests another route while off route, but not from an inaccurate position.
    private mutating func search(from observation: Observation, _ motion: Motion) {
        guard isOffRoute, !isDestinationReached else { return }
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
                speedMetersPerSecond: motion.speed,
                stopovers: remainingStopovers.map(\.position),
                travelMode: model.route.travelMode))
    }

    /// Matches the observation; returns the cue that is due.
    private mutating func update(_ observation: Observation, motion: Motion) -> Cue? {
        let seconds = lastObservation.map { max(observation.time.seconds(since: $0.time), 0) } ?? 0
        lastObservation = observation
        follow(observation, seconds)
        gap = nil
        let stopReached = reachStops(observation)
        if stopReached != nil, isOffRoute { rerouter.withdraw() }
        let cue = dueCue(observation.time, motion, accuracy: observation.accuracy, stopReached: stopReached)
        guard stopReached != nil, !isDestinationReached else { return cue }
        // The arrival announcement names the stop: if it becomes due with this fix, the next leg begins with the next
        // one. Otherwise it was announced, and ends with the leg.
        if cue?.dueAt == observation.time { return cue }
        advanceStep()
        planner.interrupt()
        return nil
    }

    private mutating func follow(_ observation: Observation, _ seconds: Double) {
        if rejoinDetector != nil {
            detectRejoining(observation)
        } else if tracker != nil {
            track(observation, seconds)
        } else if let point = foundAgain(observation) ?? foundAtStart(observation) {
            begin(at: point, observation)
        } else {
            let (start, limit) = (startAlongMeters, limitAlongMeters)
            let point = joinDetector.search(observation, on: model, from: start, to: limit, limits: limits)
            if let point { return begin(at: point, observation) }
            countLost(observation)
            guard rejoinDetector == nil else { return }
            let opposed = wrongWayDetector.search(
                observation, seconds: seconds, on: model, from: start, to: limit, limits: limits)
            guard let opposed else { return }
            begin(at: opposed, observation)
            leave(wrongWay: true, at: opposed.alongMeters)
        }
    }

    /// A vehicle that was on the route and is not near it in several good fixes has left it during the gap.
    private mutating func countLost(_ observation: Observation) {
        guard let lostAlongMeters, !observation.isWeak, observation.speed > OffRouteDetector.movingSpeed else { return }
        lostFixes += 1
        if lostFixes >= Self.lostNeedsFixes { leave(wrongWay: false, at: lostAlongMeters) }
    }

    private mutating func begin(at point: RoutePoint, _ observation: Observation) {
        begin(with: Tracker(at: point, accuracy: observation.accuracy, speed: observation.speed), at: point)
    }

    private mutating func begin(with tracker: Tracker, at point: RoutePoint) {
        self.tracker = tracker
        offset = point.offset
        rejoinDetector = nil
        isWrongWay = false
        lostAlongMeters = nil
        lostFixes = 0
        wrongWayDetector = WrongWayDetector()
        detector = OffRouteDetector()
    }

    private mutating func track(_ observation: Observation, _ seconds: Double) {
        guard var tracker else { return }
        let before = tracker.alongMeters
        let stopAlongMeters = nextStopAlongMeters
        let isLongGap = gap != nil && seconds > Self.shortGapSeconds
        if isLongGap {
            gap?.advance(&tracker, to: observation.time, on: model, limit: stopAlongMeters)
        } else {
            // Between two fixes with known speeds, these predict better than dead reckoning.
            tracker = gap?.origin ?? tracker
            tracker.predict(observation, seconds: seconds)
        }
        let limit = limitAlongMeters
        let point = tracker.match(observation, on: model, limit: limit, laneMeters: limits.laneMeters)
        if !isLongGap, isTurnedBack(point, observation) { tracker.turnBack() }
        if isLongGap, !observation.isWeak,
            let found = foundAfterGap(point, observation, from: before, seconds, tracker)
        {
            tracker.settle(at: found, observation, from: before, on: model)
            return begin(with: tracker, at: found)
        }
        tracker.correct(
            towards: point, observation, on: model, limit: limit, from: before, laneMeters: limits.laneMeters)
        self.tracker = tracker
        if gap == nil { learnETACorrection(from: before, to: tracker, seconds) }
        if let point { offset = point.offset }
        let verdict = detector.assess(point, observation, seconds: seconds, limits: limits)
        meetLine(point, observation, seconds)
        if verdict != .onRoute { leave(wrongWay: verdict == .wrongWay, at: tracker.alongMeters) }
    }

    /// The line is met by coming close to it, or by following it for a while: the receiver may have a constant error.
    private mutating func meetLine(_ point: RoutePoint?, _ observation: Observation, _ seconds: Double) {
        guard !hasMetLine, let point else { return }
        let isBeside = point.offset <= limits.leavingRadius(accuracy: observation.accuracy)
        followedMeters = isBeside && point.agreement > 0.7 ? followedMeters + observation.speed * seconds : 0
        hasMetLine =
            point.offset <= max(Self.metMeters, observation.accuracy) || followedMeters > Self.followedMeters
    }

    private mutating func learnETACorrection(from before: Double, to tracker: Tracker, _ seconds: Double) {
        let segment = tracker.segment
        let now = model.time(at: tracker.alongMeters, segment: segment)
        let then = model.time(at: before, segment: model.segment(at: before, near: segment))
        etaCorrection.learn(
            seconds: seconds, expectedSeconds: now - then,
            expectedRemaining: (model.stepPositions.last?.time ?? now) - now)
    }

    private mutating func leave(wrongWay: Bool, at alongMeters: Double) {
        guard hasMetLine || wrongWay || lostAlongMeters != nil else {
            // The route was never reached: the vehicle is still on the way to it, so nothing is announced.
            tracker = nil
            stepIndex = 0
            hasLostStart = true
            joinDetector = RejoinDetector(leftAlongMeters: 0)
            return
        }
        planner.interrupt()
        isWrongWay = wrongWay
        rejoinDetector = RejoinDetector(leftAlongMeters: alongMeters, isWrongWay: wrongWay)
        guard let time = lastObservation?.time else { return }
        offRouteCue.begin(at: time, position: leavingPosition(alongMeters))
        rerouter.begin(at: time)
    }

    private func leavingPosition(_ alongMeters: Double) -> Coordinate {
        let segment = model.segment(at: alongMeters, near: tracker?.segment ?? 0)
        return model.coordinate(segment: segment, fraction: model.fraction(of: segment, at: alongMeters))
    }

    private mutating func detectRejoining(_ observation: Observation) {
        let (start, limit) = (startAlongMeters, limitAlongMeters)
        let found = rejoinDetector?.search(observation, on: model, from: start, to: limit, limits: limits)
        if let found { begin(at: found, observation) }
    }

    // MARK: - Time Without a Fix

    /// Advances to a time without a fix; `motion` and `present` are those of the last fix.
    mutating func elapse(to time: Timestamp, motion: Motion, isRouteChanged: Bool, _ present: inout PresentInfo) {
        beginGap(motion)
        let stopAlongMeters = nextStopAlongMeters
        if var tracker, rejoinDetector == nil, gap != nil {
            gap?.advance(&tracker, to: time, on: model, limit: stopAlongMeters)
            self.tracker = tracker
        } else {
            gap?.wait(until: time)
        }
        if isOffRoute { rerouter.elapse(to: time) }
        let cue = isUnreliable ? nil : dueCue(time, motion, accuracy: 0, stopReached: nil)
        advanceStep()
        describe(&present, present.info.fix, motion: motion, cue: cue, isRouteChanged: isRouteChanged)
    }

    /// Begins a gap: fixes are missing since the last one.
    mutating func beginGap(_ motion: Motion) {
        guard gap == nil, let time = lastObservation?.time else { return }
        gap = DeadReckoning(of: tracker, from: time, speed: motion.speed)
    }

    /// Discards the state of the movement; reached stops stay reached.
    mutating func resetPosition() {
        lostAlongMeters = tracker?.alongMeters ?? lostAlongMeters
        lostFixes = 0
        tracker = nil
        // A vehicle that was off route is still off route.
        rejoinDetector = rejoinDetector.map { RejoinDetector(leftAlongMeters: $0.leftAlongMeters) }
        gap = nil
        lastObservation = nil
        detector = OffRouteDetector()
    }

    // MARK: - Another Route

    /// The stops that are still to be reached, for another route.
    var remainingStopovers: ArraySlice<Stopover> { model.route.stopovers[stopsReached...] }

    /// The observation of the last fix.
    var observation: Observation? { lastObservation }

    /// Records that the open route request failed; it is repeated later.
    mutating func rerouteFailed(_ reason: String) { rerouter.fail(reason) }

    /// Requests another route once, because the answer leads back.
    mutating func askAgainWithCourse() { rerouter.askAgainWithCourse() }

    /// Records that the answer to the open request is being followed.
    mutating func rerouteAccepted() { rerouter.accept() }

    /// Writes the present guidance again after a change other than of the position.
    mutating func refresh(motion: Motion, isRouteChanged: Bool, _ present: inout PresentInfo) {
        let fix = present.info.fix
        let cue =
            isUnreliable
            ? nil
            : dueCue(
                lastObservation?.time ?? fix.time, motion, accuracy: FixCheck.accuracy(of: fix), stopReached: nil)
        advanceStep()
        describe(&present, fix, motion: motion, cue: cue, isRouteChanged: isRouteChanged)
    }
}
