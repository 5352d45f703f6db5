import NavigationEvents

/// The state of the drive on which a cue decision is based.
struct CueMoment {
    var time: Timestamp
    /// Metres along the route.
    var distanceAlongRouteMeters: Double
    /// Metres per second, smoothed over four seconds.
    var speed: Double
    /// Whether the vehicle is stationary: then only the arrival is announced.
    var isStanding: Bool
    /// Index of the step that is approached.
    var stepIndex: Int
    /// Distance in metres at which a stop counts as reached.
    var arrivalRadiusMeters: Double
    /// Whether a stop is reached with this event: its arrival is due.
    var isStopReached: Bool
    /// Usual seconds until the next fix, and thus until the next decision.
    var periodSeconds: Double
    /// Whether a compass shows the direction of the device.
    var hasCompass = false
}

/// Decides which cue is due, from time and distance, never from the number of fixes.
///
/// A stage is due at the first fix after its trigger point, the stage "now" of a turn at the nearest fix. ``CueTiming``
/// computes the trigger points from the speed and the length of the announcement. ``AnnouncedSteps`` leaves out steps
/// that are never announced, and ``OffRouteCue`` decides when to announce a turn around. A cue is in every event until
/// its maneuver is passed, the route is left, or another cue is due; its `dueAt` is the time of the first of these
/// events.
struct CuePlanner {
    private let settings: GuidanceSettings
    private var timing: CueTiming
    private var memory = CueMemory()
    private var target = -1
    private var targetStage = CueStage.unknown
    private var held: Cue?
    private var heldUntilAlongMeters = 0.0
    private var lastManeuverAt: Timestamp?
    private var start = StartCue()

    init(mode: TravelMode, settings: GuidanceSettings) {
        self.settings = settings
        timing = CueTiming(mode: mode, settings: settings)
    }

    /// Replaces the route: the target is looked up again, announced stages stay announced, and the current cue is kept
    /// for the same maneuver on the new route.
    mutating func routeReplaced(by points: [CuePoint], mode: TravelMode) {
        timing = CueTiming(mode: mode, settings: settings)
        target = -1
        guard let cue = held else { return }
        held = nil
        guard let point = points.first(where: { $0.identity == cue.identity }) else { return }
        held = cue
        held?.stepNumber = point.stepNumber
        heldUntilAlongMeters = point.distanceAlongRouteMeters
    }

    /// The identities of the cues with an announced stage.
    var announcedIdentities: [UInt64] { memory.identities }

    /// Ends the current cue when the route was left; announced stages stay announced.
    mutating func interrupt() { held = nil }

    /// The cue that is due on the route at this moment.
    mutating func cue(at moment: CueMoment, on points: [CuePoint]) -> Cue? {
        retarget(moment, points)
        if held != nil, moment.distanceAlongRouteMeters >= heldUntilAlongMeters, !moment.isStopReached { held = nil }
        if let cue = startCue(at: moment, on: points) { return cue }
        // A cue may only name a step that the event carries.
        guard targetStage != .now, target < points.count,
            target - moment.stepIndex <= NavigationInfo.maxRemainingSteps
        else { return held }
        let point = points[target]
        let stage = dueStage(of: point, at: moment)
        guard stage.rawValue > targetStage.rawValue else { return held }
        note(point.identity, stage)
        if stage == .prepare, !point.isOnlyBorderOrToll, !isPrepareWorthwhile(point, moment) { return held }
        let cue = makeCue(point, stage, moment)
        if cue.includesNext { memory.note(points[points[target + 1].nextAnnounced].identity, .prepare) }
        held = cue
        heldUntilAlongMeters = point.distanceAlongRouteMeters
        return cue
    }

    /// The cue of the start, unless the first maneuver is due at once. It also prepares that maneuver if it is near.
    private mutating func startCue(at moment: CueMoment, on points: [CuePoint]) -> Cue? {
        guard start.isPending, target < points.count, let departure = points.first,
            target - moment.stepIndex <= NavigationInfo.maxRemainingSteps
        else { return nil }
        let first = points[target]
        let isNow = dueStage(of: first, at: moment) == .now
        guard let cue = start.cue(at: moment, departure: departure, first: first, isFirstDue: isNow) else { return nil }
        if cue.distanceMeters <= timing.prepareMeters(speed: moment.speed) { note(first.identity, .prepare) }
        held = cue
        heldUntilAlongMeters = first.distanceAlongRouteMeters
        return cue
    }

    private mutating func note(_ identity: UInt64, _ stage: CueStage) {
        memory.note(identity, stage)
        targetStage = stage
    }

    private mutating func retarget(_ moment: CueMoment, _ points: [CuePoint]) {
        var index = moment.stepIndex < points.count ? points[moment.stepIndex].nextAnnounced : points.count
        // A border or a toll is announced once, and then the maneuver after it counts.
        while index < points.count, points[index].isOnlyBorderOrToll,
            memory.stage(of: points[index].identity) == .prepare
        {
            index = index + 1 < points.count ? points[index + 1].nextAnnounced : points.count
        }
        guard index != target else { return }
        if target >= 0, index > target { lastManeuverAt = moment.time }
        target = index
        // The steps of a reached stop, and with them its announcement, are no longer in the events.
        if held?.subject == .stopover { held = nil }
        targetStage = index < points.count ? memory.stage(of: points[index].identity) : .now
    }

    /// The nearest stage whose trigger distance has been reached.
    private func dueStage(of point: CuePoint, at moment: CueMoment) -> CueStage {
        let distance = point.distanceAlongRouteMeters - moment.distanceAlongRouteMeters
        if isStop(point) {
            let arrival = timing.arrivalMeters(
                speed: moment.speed, speechSeconds: point.speechSeconds,
                minMeters: moment.arrivalRadiusMeters + timing.arrivalLeadMeters(speed: moment.speed))
            if moment.isStopReached || distance <= arrival { return .now }
        } else if !point.isOnlyBorderOrToll {
            let halfWay = timing.halfWayToNextMeters(speed: moment.speed, periodSeconds: moment.periodSeconds)
            let isNear = distance - halfWay <= timing.maxNowMeters
            if isNear, distance - halfWay <= nowMeters(point, moment.speed), !moment.isStanding { return .now }
        }
        if moment.isStanding || point.isShortNotice { return .unknown }
        let prepare = timing.prepareMeters(speed: moment.speed)
        if distance <= prepare { return .prepare }
        if isFarDue(point, distance, prepare, moment) { return .far }
        return isFollowDue(distance, moment) ? .follow : .unknown
    }

    private func isStop(_ point: CuePoint) -> Bool { point.subject != .maneuver }

    private func nowMeters(_ point: CuePoint, _ speed: Double) -> Double {
        let then = isChained(point, speed) ? point.thenSeconds : 0
        return timing.nowMeters(speed: speed, speechSeconds: point.speechSeconds + then, maneuver: point.maneuver)
    }

    private func isChained(_ point: CuePoint, _ speed: Double) -> Bool {
        guard let gap = point.gapToNextMeters, !isStop(point) else { return false }
        return timing.isChained(gapMeters: gap, speed: speed)
    }

    private func isFarDue(_ point: CuePoint, _ distance: Double, _ prepare: Double, _ moment: CueMoment) -> Bool {
        !isStop(point) && !point.isOnlyBorderOrToll
            && timing.isFarDue(
                distanceMeters: distance, prepareMeters: prepare, stretchMeters: point.stretchMeters,
                isMotorway: point.isMotorway, speed: moment.speed)
    }

    private func isFollowDue(_ distance: Double, _ moment: CueMoment) -> Bool {
        timing.isFollowDue(
            distanceMeters: distance, speed: moment.speed,
            secondsSinceManeuver: lastManeuverAt.map { moment.time.seconds(since: $0) } ?? .infinity)
    }

    /// Whether a prepare announcement ends early enough before "now". On a stretch shorter than the trigger distance,
    /// the speed after its first turn says little, so the router's speed is used. The decision is thus the same at
    /// every rate of fixes.
    private func isPrepareWorthwhile(_ point: CuePoint, _ moment: CueMoment) -> Bool {
        let triggerMeters = timing.prepareMeters(speed: moment.speed)
        let ahead = point.distanceAlongRouteMeters - moment.distanceAlongRouteMeters
        let isShort = point.stretchMeters < min(triggerMeters, point.distanceAlongRouteMeters) && point.stretchSpeed > 0
        let speed = isShort ? point.stretchSpeed : moment.speed
        let distance = isShort ? min(point.stretchMeters, ahead + CueTiming.lateMeters) : ahead
        let now =
            isStop(point)
            ? timing.arrivalMeters(
                speed: speed, speechSeconds: point.speechSeconds, minMeters: moment.arrivalRadiusMeters)
            : nowMeters(point, speed)
        return timing.isPrepareWorthwhile(
            meters: distance - now, speed: speed, speechSeconds: point.speechSeconds)
    }

    private func makeCue(_ point: CuePoint, _ stage: CueStage, _ moment: CueMoment) -> Cue {
        let distance = max(point.distanceAlongRouteMeters - moment.distanceAlongRouteMeters, 0)
        let chained = stage == .now && isChained(point, moment.speed)
        let gap = point.gapToNextMeters ?? .infinity
        return Cue(
            identity: point.identity, stage: stage, subject: stage == .follow ? .followRoad : point.subject,
            stepNumber: point.stepNumber, distanceMeters: distance, includesNext: chained,
            isNextImmediate: chained && timing.isImmediate(gapMeters: gap, speed: moment.speed),
            priority: priority(stage, point),
            dueAt: moment.time,
            validForSeconds: timing.validSeconds(stage, distanceMeters: distance, speed: moment.speed))
    }

    private func priority(_ stage: CueStage, _ point: CuePoint) -> CuePriority {
        switch stage {
        case .now: isStop(point) ? .arrival : .now
        case .prepare: point.isOnlyBorderOrToll ? .event : .prepare
        case .far: .far
        case .follow: .follow
        case .unknown: .unknown
        }
    }
}
