import NavigationEvents

/// The state of the drive on which a cue decision is based.
struct CueMoment {
    var time: Timestamp
    /// Metres along the route.
    var alongMeters: Double
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
}

extension CueMoment {
    /// Half the metres until the next decision: the next decision would be no more accurate than one now.
    var halfWayToNextMeters: Double { speed * min(periodSeconds, 1) / 2 }
}

/// Decides which cue is due, from time and distance, never from the number of fixes.
struct CuePlanner {
    /// Metres after its trigger point at which a stage may still be detected.
    private static let lateMeters = 30.0

    private let settings: GuidanceSettings
    private var timing: CueTiming
    private var memory = CueMemory()
    private var target = -1
    private var targetStage = CueStage.unknown
    private var held: Cue?
    private var heldUntilAlongMeters = 0.0
    private var lastManeuverAt: Timestamp?

    init(mode: TravelMode, settings: GuidanceSettings) {
        self.settings = settings
        timing = CueTiming(mode: mode, factor: settings.cueTimingFactor)
    }

    /// Replaces the route: the target is looked up again, announced stages stay announced, and the current cue is kept
    /// for the same maneuver on the new route.
    mutating func routeReplaced(by points: [CuePoint], mode: TravelMode) {
        timing = CueTiming(mode: mode, factor: settings.cueTimingFactor)
        target = -1
        guard let cue = held else { return }
        held = nil
        guard let point = points.first(where: { $0.identity == cue.identity }) else { return }
        held = cue
        held?.stepNumber = point.stepNumber
        heldUntilAlongMeters = point.alongMeters
    }

    /// The identities of the cues with an announced stage.
    var announcedIdentities: [UInt64] { memory.identities }

    /// Ends the current cue when the route was left; announced stages stay announced.
    mutating func interrupt() { held = nil }

    /// The cue that is due on the route at this moment.
    mutating func cue(at moment: CueMoment, on points: [CuePoint]) -> Cue? {
        retarget(moment, points)
        if held != nil, moment.alongMeters >= heldUntilAlongMeters, !moment.isStopReached { held = nil }
        // A cue may only name a step that the event carries.
        guard target < points.count, target - moment.stepIndex <= NavigationInfo.maxRemainingSteps else { return held }
        let point = points[target]
        let stage = dueStage(of: point, at: moment)
        guard stage.rawValue > targetStage.rawValue else { return held }
        note(point.identity, stage)
        if stage == .prepare, !isPrepareWorthwhile(point, moment) { return held }
        let cue = makeCue(point, stage, moment)
        if cue.includesNext { memory.note(points[target + 1].identity, .prepare) }
        held = cue
        heldUntilAlongMeters = point.alongMeters
        return cue
    }

    private mutating func note(_ identity: UInt64, _ stage: CueStage) {
        memory.note(identity, stage)
        targetStage = stage
    }

    private mutating func retarget(_ moment: CueMoment, _ points: [CuePoint]) {
        let index = moment.stepIndex < points.count ? points[moment.stepIndex].nextAnnounced : points.count
        guard index != target else { return }
        if target >= 0, index > target { lastManeuverAt = moment.time }
        target = index
        // The steps of a reached stop, and with them its announcement, are no longer in the events.
        if held?.subject == .stopover { held = nil }
        targetStage = index < points.count ? memory.stage(of: points[index].identity) : .now
    }

    /// The nearest stage whose trigger distance has been reached.
    private func dueStage(of point: CuePoint, at moment: CueMoment) -> CueStage {
        let distance = point.alongMeters - moment.alongMeters
        if isStop(point) {
            let arrival = timing.arrivalMeters(
                speed: moment.speed, speechSeconds: point.speechSeconds,
                minMeters: moment.arrivalRadiusMeters + max(5, moment.speed))
            if moment.isStopReached || distance <= arrival { return .now }
        } else if distance - moment.halfWayToNextMeters <= nowMeters(point, moment.speed), !moment.isStanding {
            return .now
        }
        if moment.isStanding { return .unknown }
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
        return gap <= max(60, 8 * speed)
    }

    private func isFarDue(_ point: CuePoint, _ distance: Double, _ prepare: Double, _ moment: CueMoment) -> Bool {
        distance <= CueTiming.farMeters && distance > 1.3 * prepare
            && point.stretchMeters > CueTiming.farNeedsStretchMeters
            && (point.isMotorway || moment.speed > CueTiming.farNeedsSpeed) && !isStop(point)
    }

    private func isFollowDue(_ distance: Double, _ moment: CueMoment) -> Bool {
        guard distance > CueTiming.followNeedsMeters, distance >= CueTiming.followNeedsSeconds * moment.speed else {
            return false
        }
        let ahead = distance - CueTiming.farMeters
        let sinceManeuver = lastManeuverAt.map { moment.time.seconds(since: $0) } ?? .infinity
        return ahead >= 20 * moment.speed && sinceManeuver >= 8
    }

    /// Whether a prepare announcement ends early enough before "now". On a stretch shorter than the trigger distance,
    /// the speed after its first turn says little, so the router's speed is used. The decision is thus the same at
    /// every rate of fixes.
    private func isPrepareWorthwhile(_ point: CuePoint, _ moment: CueMoment) -> Bool {
        let triggerMeters = timing.prepareMeters(speed: moment.speed)
        let ahead = point.alongMeters - moment.alongMeters
        let isShort = point.stretchMeters < min(triggerMeters, point.alongMeters) && point.stretchSpeed > 0
        let speed = isShort ? point.stretchSpeed : moment.speed
        let distance = isShort ? min(point.stretchMeters, ahead + Self.lateMeters) : ahead
        let now =
            isStop(point)
            ? timing.arrivalMeters(
                speed: speed, speechSeconds: point.speechSeconds, minMeters: moment.arrivalRadiusMeters)
            : nowMeters(point, speed)
        return distance - now >= speed * (point.speechSeconds + 6)
    }

    private func makeCue(_ point: CuePoint, _ stage: CueStage, _ moment: CueMoment) -> Cue {
        let distance = max(point.alongMeters - moment.alongMeters, 0)
        let chained = stage == .now && isChained(point, moment.speed)
        let gap = point.gapToNextMeters ?? .infinity
        return Cue(
            identity: point.identity, stage: stage, subject: stage == .follow ? .followRoad : point.subject,
            stepNumber: point.stepNumber, distanceMeters: distance, includesNext: chained,
            isNextImmediate: chained && (gap < 50 || gap < 4 * moment.speed), priority: priority(stage, point),
            dueAt: moment.time, validForSeconds: validity(stage, distance, moment.speed))
    }

    private func priority(_ stage: CueStage, _ point: CuePoint) -> CuePriority {
        switch stage {
        case .now: isStop(point) ? .arrival : .now
        case .prepare: .prepare
        case .far: .far
        case .follow: .follow
        case .unknown: .unknown
        }
    }

    /// Seconds of validity: "now" is valid until the maneuver, a spoken distance until a fifth of it is driven.
    private func validity(_ stage: CueStage, _ distance: Double, _ speed: Double) -> Double {
        let seconds = distance / max(speed, 0.5)
        switch stage {
        case .now: return min(max(seconds, 3), 30)
        case .prepare, .far: return min(max(seconds / 5, 3), 15)
        case .follow, .unknown: return 30
        }
    }
}
