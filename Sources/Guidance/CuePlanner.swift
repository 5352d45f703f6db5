import NavigationEvents

/// The state of the drive on which a cue decision is based.
struct CueMoment {
    var time: Timestamp
    /// Metres along the route.
    var distanceAlongRouteMeters: Double
    /// Metres per second, smoothed over four seconds.
    var speed: Double
    /// The speed of the fix, metres per second; the smoothed one if the receiver reports none.
    var presentSpeed: Double
    /// Change of the speed, metres per second squared; negative while braking.
    var acceleration: Double
    /// Accuracy of the position, metres.
    var accuracyMeters: Double
    /// Whether the vehicle is stationary: then only the arrival is announced.
    var isStanding: Bool
    /// Index of the step that is approached.
    var stepIndex: Int
    /// Whether a stop is reached with this event: its arrival is due.
    var isStopReached: Bool
    /// Usual seconds until the next fix, and thus until the next decision.
    var periodSeconds: Double
    /// Whether a compass shows the direction of the device.
    var hasCompass = false
}

/// Decides which cue is due, from time and distance, never from the number of fixes.
///
/// A stage is due at the first fix after its trigger point, the stage "now" of a turn at the fix nearest to the time at
/// which its words must begin: ``ApproachProfile`` predicts the time to the maneuver with every fix, ``LearnedDriver``
/// corrects it, and a control reports how long its words take. ``CueTiming`` has the other trigger points.
/// ``AnnouncedSteps`` leaves out steps that are never announced, and ``OffRouteCue`` decides when to announce a turn
/// around. A cue is in every event until its maneuver is passed, the route is left, or another cue is due; its `dueAt` is
/// the time of the first of these events.
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
    /// The road before the target.
    private var approach: ApproachProfile
    private var driver: LearnedDriver
    /// The target of the approach, and the deceleration that it assumes.
    private var approached: (identity: UInt64, braking: Double)?
    /// The cue whose prepare or far stage was announced last.
    private var preparedIdentity: UInt64?
    /// The time at which the last "now" ends.
    private var nowEndsAt: Timestamp?

    init(mode: TravelMode, settings: GuidanceSettings) {
        self.settings = settings
        timing = CueTiming(mode: mode, settings: settings)
        approach = timing.straightApproach
        driver = LearnedDriver(braking: timing.usualBraking)
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
    mutating func interrupt() {
        held = nil
        driver.interrupt()
    }

    /// The cue that is due on the route at this moment.
    mutating func cue(at moment: CueMoment, on points: [CuePoint], of model: RouteModel) -> Cue? {
        retarget(moment, points, model)
        if moment.isStanding { driver.interrupt() } else { driver.brake(-moment.acceleration) }
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
        begin(cue, point, moment)
        held = cue
        heldUntilAlongMeters = point.distanceAlongRouteMeters
        return cue
    }

    /// The cue of the start, unless the first maneuver is due at once. It also prepares that maneuver if it is near.
    private mutating func startCue(at moment: CueMoment, on points: [CuePoint]) -> Cue? {
        // Nearly all fixes end here.
        guard start.isPending || moment.isStopReached, target < points.count, let departure = points.first,
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

    /// Notes what a cue means for later ones.
    private mutating func begin(_ cue: Cue, _ point: CuePoint, _ moment: CueMoment) {
        guard cue.stage == .now else {
            if cue.stage != .follow { preparedIdentity = cue.identity }
            return
        }
        nowEndsAt = moment.time.advanced(bySeconds: nowSpeechSeconds(point, moment.speed) + busySeconds(moment))
        guard !isStop(point), slowsDown(moment) else { return driver.interrupt() }
        driver.begin(cue.identity, at: moment.time, seconds: usualSecondsToManeuver(point, cue.distanceMeters, moment))
    }

    /// A driver slows down for a maneuver whose speed is less than this share of the present one.
    private static let slowerShare = 0.8

    private mutating func retarget(_ moment: CueMoment, _ points: [CuePoint], _ model: RouteModel) {
        var index = moment.stepIndex < points.count ? points[moment.stepIndex].nextAnnounced : points.count
        // A border or a toll is announced once, and then the maneuver after it counts.
        while index < points.count, points[index].isOnlyBorderOrToll,
            memory.stage(of: points[index].identity) == .prepare
        {
            index = index + 1 < points.count ? points[index + 1].nextAnnounced : points.count
        }
        guard index != target else { return }
        if target >= 0, index > target { lastManeuverAt = moment.time }
        learn(moment, points, target: index)
        target = index
        // The steps of a reached stop, and with them its announcement, are no longer in the events.
        if held?.subject == .stopover { held = nil }
        targetStage = index < points.count ? memory.stage(of: points[index].identity) : .now
        if index < points.count { beginApproach(to: points[index], on: model) }
    }

    /// Describes the approach to a target. A route that replaces another one does not change it.
    private mutating func beginApproach(to point: CuePoint, on model: RouteModel) {
        if approached?.identity != point.identity { approached = (point.identity, driver.braking) }
        approach = timing.approach(to: point, on: model, braking: approached?.braking ?? driver.braking)
    }

    /// Learns from a maneuver that was passed before the next target.
    private mutating func learn(_ moment: CueMoment, _ points: [CuePoint], target index: Int) {
        guard let identity = driver.approached, index >= points.count || points[index].identity != identity else {
            return
        }
        guard let point = points.first(where: { $0.identity == identity }),
            moment.distanceAlongRouteMeters >= point.distanceAlongRouteMeters
        else { return driver.interrupt() }
        let past = moment.distanceAlongRouteMeters - point.distanceAlongRouteMeters
        driver.pass(at: moment.time.advanced(bySeconds: -past / max(moment.presentSpeed, 1)))
    }

    /// The nearest stage whose trigger distance has been reached.
    private func dueStage(of point: CuePoint, at moment: CueMoment) -> CueStage {
        let distance = point.distanceAlongRouteMeters - moment.distanceAlongRouteMeters
        if isStop(point) {
            if moment.isStopReached || distance <= timing.arrivalMeters { return .now }
        } else if !point.isOnlyBorderOrToll, !moment.isStanding, distance <= timing.maxNowMeters,
            isNowDue(point, distance - timing.lagMeters(accuracyMeters: moment.accuracyMeters), moment)
        {
            return .now
        }
        // Only a nearer stage than the last one counts.
        if moment.isStanding || point.isShortNotice || targetStage == .prepare { return .unknown }
        let prepare = timing.prepareMeters(speed: moment.speed)
        if distance <= prepare { return .prepare }
        if isFarDue(point, distance, prepare, moment) { return .far }
        return isFollowDue(distance, moment) ? .follow : .unknown
    }

    private func isStop(_ point: CuePoint) -> Bool { point.subject != .maneuver }

    /// Whether the words of "now" must begin with this fix, rather than with the next one.
    private func isNowDue(_ point: CuePoint, _ distance: Double, _ moment: CueMoment) -> Bool {
        if timing.isNow(distanceMeters: distance)
            || approach.needsHardBraking(
                meters: distance - timing.halfPeriod(moment.periodSeconds) * presentSpeed(moment),
                speed: presentSpeed(moment))
        {
            return true
        }
        let speech = nowSpeechSeconds(point, moment.speed)
        let wanted =
            timing.nowSeconds(speechSeconds: speech) + busySeconds(moment) + timing.halfPeriod(moment.periodSeconds)
        // The quick check first: nearly all fixes end here.
        guard distance <= wanted * max(presentSpeed(moment), cruise(point, moment)) else { return false }
        let seconds = secondsToManeuver(point, distance, moment)
        guard seconds <= wanted else { return false }
        if seconds > wanted - timing.doubtSeconds,
            timing.isBrakingEarly(
                distanceMeters: distance, speed: presentSpeed(moment), acceleration: moment.acceleration,
                approach: approach)
        {
            return false
        }
        return !timing.waitsForStart(
            distanceMeters: distance, speed: presentSpeed(moment), acceleration: moment.acceleration,
            approach: approach)
    }

    /// The time to the maneuver, as this driver drives.
    private func secondsToManeuver(_ point: CuePoint, _ distance: Double, _ moment: CueMoment) -> Double {
        let seconds = usualSecondsToManeuver(point, distance, moment)
        return slowsDown(moment) ? seconds * driver.factor : seconds
    }

    private func usualSecondsToManeuver(_ point: CuePoint, _ distance: Double, _ moment: CueMoment) -> Double {
        approach.seconds(meters: distance, speed: presentSpeed(moment), cruise: cruise(point, moment))
    }

    /// Whether the driver slows down for the target.
    private func slowsDown(_ moment: CueMoment) -> Bool {
        approach.speedAtManeuver < presentSpeed(moment) * Self.slowerShare
    }

    private func presentSpeed(_ moment: CueMoment) -> Double {
        timing.usesPresentSpeed ? moment.presentSpeed : moment.speed
    }

    /// A slower vehicle counts as this fast for the validity of a distance, metres per second.
    private static let minValidSpeed = 0.5

    /// The speed that the vehicle will reach on a straight road: after a turn, that of the router.
    private func cruise(_ point: CuePoint, _ moment: CueMoment) -> Double {
        let speed = presentSpeed(moment)
        return moment.acceleration > Self.acceleratingFrom ? max(speed, point.stretchSpeed) : speed
    }

    /// A vehicle with more than this, metres per second squared, accelerates.
    private static let acceleratingFrom = 0.4

    /// Seconds until the voice has finished the "now" before.
    private func busySeconds(_ moment: CueMoment) -> Double {
        guard let nowEndsAt else { return 0 }
        let seconds = nowEndsAt.seconds(since: moment.time)
        // The clock may have been set back.
        return (0...StepSpeech.range.upperBound).contains(seconds) ? seconds : 0
    }

    /// Seconds that the words of "now" take.
    private func nowSpeechSeconds(_ point: CuePoint, _ speed: Double) -> Double {
        let then = isChained(point, speed)
        let lanes = !then && preparedIdentity != point.identity
        return point.speech.nowSeconds + (then ? point.speech.thenSeconds : 0)
            + (lanes ? point.speech.lanesSeconds : 0)
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
        let toNow =
            isStop(point)
            ? max(distance - timing.arrivalMeters, 0) / max(speed, 1)
            : approach.seconds(meters: distance, speed: speed, cruise: speed)
                - timing.nowSeconds(speechSeconds: nowSpeechSeconds(point, speed))
        return timing.isPrepareWorthwhile(secondsToNow: toNow, speechSeconds: point.speech.prepareSeconds)
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
            validForSeconds: timing.validSeconds(
                stage,
                maneuverSeconds: stage == .now && !isStop(point)
                    ? secondsToManeuver(point, distance, moment) : distance / max(moment.speed, Self.minValidSpeed)))
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
