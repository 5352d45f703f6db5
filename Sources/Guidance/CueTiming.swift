import NavigationEvents

/// All tuning of the cues: distances, times and speeds at which they become due, are combined, repeated and expire.
///
/// The trigger distances are computed from the speed so that the announcement *ends* in time. ``CuePlanner`` decides with
/// them which cue is due.
struct CueTiming {
    /// Metres after its trigger point at which a stage may still be detected.
    static let lateMeters = 30.0
    /// A merge is announced only after a longer stretch without an announced maneuver.
    static let mergeNeedsMeters = 2000.0

    // MARK: - Far and Follow

    /// The stretch before a maneuver with a far stage, as a multiple of the distance of that stage.
    private static let farNeedsStretch = 1.25
    /// Metres per second; slower roads need no announcement so early, unless they are motorways.
    private static let farNeedsSpeed = 22.0
    /// The far stage must be this many times farther than the prepare stage.
    private static let farToPrepare = 1.3
    private static let followNeedsMeters = 3000.0
    private static let followNeedsSeconds = 60.0
    /// Seconds after a maneuver, and before the far stage of the next one, in which nothing else is announced.
    private static let followAfterSeconds = 8.0
    private static let followBeforeFarSeconds = 20.0

    /// Whether the far stage of a maneuver is due at a distance.
    func isFarDue(
        distanceMeters: Double, prepareMeters: Double, stretchMeters: Double, isMotorway: Bool, speed: Double
    ) -> Bool {
        distanceMeters <= scale.farMeters && distanceMeters > Self.farToPrepare * prepareMeters
            && stretchMeters > Self.farNeedsStretch * scale.farMeters && (isMotorway || speed > Self.farNeedsSpeed)
    }

    /// Whether it is announced that the road is followed for long.
    ///
    /// - Parameters:
    ///   - distanceMeters: Distance to the next announced maneuver.
    ///   - speed: Present speed, metres per second.
    ///   - secondsSinceManeuver: Seconds since the last announced maneuver.
    func isFollowDue(distanceMeters: Double, speed: Double, secondsSinceManeuver: Double) -> Bool {
        distanceMeters > Self.followNeedsMeters && distanceMeters >= Self.followNeedsSeconds * speed
            && distanceMeters - scale.farMeters >= Self.followBeforeFarSeconds * speed
            && secondsSinceManeuver >= Self.followAfterSeconds
    }

    // MARK: - Two Maneuvers

    private static let chainedMeters = 60.0
    private static let chainedSeconds = 8.0
    private static let immediateMeters = 50.0
    private static let immediateSeconds = 4.0

    /// Whether two maneuvers with this distance between them are announced together.
    func isChained(gapMeters: Double, speed: Double) -> Bool {
        gapMeters <= max(Self.chainedMeters, Self.chainedSeconds * speed)
    }

    /// Whether the second of two maneuvers follows immediately.
    func isImmediate(gapMeters: Double, speed: Double) -> Bool {
        gapMeters < Self.immediateMeters || gapMeters < Self.immediateSeconds * speed
    }

    // MARK: - Turn Around

    /// Seconds off route until the cue to turn around. A working router answers sooner, and its route is more useful
    /// than this cue.
    static let turnAroundDelaySeconds = 4.0
    static let turnAroundRepeatSeconds = 60.0
    /// The factor from one interval of repetition to the next.
    static let turnAroundRepeatGrowth = 2.5
    static let turnAroundValidSeconds = 15.0

    // MARK: - Now and Prepare

    /// Seconds from the end of the announcement to the reaction: at least the first, more by the second for each metre
    /// per second, at most the third.
    private static let reactionSeconds = (standing: 2.8, perSpeed: 0.06, max: 4.5)
    /// Seconds to understand an announcement before calmly slowing down.
    private static let understandingSeconds = 1.5
    private static let prepareSeconds = 30.0
    /// Seconds between the end of "prepare" and the beginning of "now", at least.
    private static let prepareToNowSeconds = 6.0
    /// Range of trigger distances of the arrival, metres.
    private static let arrivalMeters = 15.0...150.0
    /// Seconds between the end of the arrival's announcement and the stop.
    private static let arrivalSeconds = 1.5
    /// The arrival is announced this long before the stop counts as reached, seconds, and at least so many metres.
    private static let arrivalLead = (seconds: 1.0, minMeters: 5.0)
    /// Receivers with a longer period count as this one for the accuracy of a trigger point, seconds.
    private static let maxPeriodSeconds = 1.0

    /// The driving parameters of a mode of travel that affect announcements.
    private struct ModeTiming {
        /// Range of trigger distances of "now", metres.
        var now: ClosedRange<Double>
        /// Range of trigger distances of the prepare stage, metres.
        var prepare: ClosedRange<Double>
        /// Speed through a corner, metres per second.
        var corner: Double
        /// Deceleration before a corner, metres per second squared.
        var braking: Double

        static func of(_ mode: TravelMode) -> ModeTiming {
            switch mode {
            case .car, .unknown: ModeTiming(now: 25...300, prepare: 150...1000, corner: 5, braking: 2)
            case .bicycle: ModeTiming(now: 15...100, prepare: 90...400, corner: 3, braking: 1.2)
            // Smaller than for others: at walking speed a few metres are seconds.
            case .foot: ModeTiming(now: 9...60, prepare: 45...200, corner: 1.2, braking: 1)
            }
        }
    }

    private let modeTiming: ModeTiming
    private let factor: Double
    private let scale: DistanceScale

    init(mode: TravelMode, settings: GuidanceSettings) {
        factor = settings.cueTimingFactor
        scale = DistanceScale.of(settings.units)
        modeTiming = ModeTiming.of(mode)
    }

    /// Metres before a maneuver at which "now" is announced: the announcement ends one reaction time before the
    /// maneuver.
    ///
    /// - Parameters:
    ///   - speed: Present speed, metres per second.
    ///   - speechSeconds: Duration of the announcement.
    ///   - maneuver: The maneuver; the vehicle slows down for a corner, so that the last metres take longer.
    func nowMeters(speed: Double, speechSeconds: Double, maneuver: Maneuver) -> Double {
        let (wanted, end) = (Self.reactionSeconds, turnSpeed(of: maneuver))
        let reaction = min(wanted.standing + wanted.perSpeed * speed, wanted.max)
        let meters = lastMeters(seconds: speechSeconds + reaction, speed: speed, end: end)
        return clamp(factor * max(meters, slowingMeters(speed: speed, end: end)), modeTiming.now)
    }

    /// The greatest distance at which "now" may be due, metres.
    var maxNowMeters: Double { modeTiming.now.upperBound }

    /// Metres for a calm deceleration from the present speed, after a moment to understand.
    private func slowingMeters(speed: Double, end: Double) -> Double {
        guard speed > end else { return 0 }
        return speed * Self.understandingSeconds + (speed * speed - end * end) / (2 * modeTiming.braking)
    }

    /// Metres before a stopover or the destination at which the arrival is announced; at least `minMeters`, the
    /// distance at which it counts as reached.
    func arrivalMeters(speed: Double, speechSeconds: Double, minMeters: Double) -> Double {
        max(clamp(factor * speed * (speechSeconds + Self.arrivalSeconds), Self.arrivalMeters), minMeters)
    }

    /// Metres from the beginning of an arrival's announcement to the point at which the stop counts as reached.
    func arrivalLeadMeters(speed: Double) -> Double {
        max(Self.arrivalLead.minMeters, Self.arrivalLead.seconds * speed)
    }

    /// Half the metres until the next decision: the next decision would be no more accurate than one now.
    func halfWayToNextMeters(speed: Double, periodSeconds: Double) -> Double {
        speed * min(periodSeconds, Self.maxPeriodSeconds) / 2
    }

    /// Whether a prepare announcement ends early enough before "now".
    ///
    /// - Parameters:
    ///   - meters: Distance to the trigger point of "now".
    ///   - speed: Speed until then, metres per second.
    ///   - speechSeconds: Duration of the announcement.
    func isPrepareWorthwhile(meters: Double, speed: Double, speechSeconds: Double) -> Bool {
        meters >= speed * (speechSeconds + Self.prepareToNowSeconds)
    }

    /// The largest step of the distance scale at which the prepare stage may be announced; no step is too short for the
    /// mode of travel.
    func prepareMeters(speed: Double) -> Double {
        let (limit, min) = (
            clamp(factor * Self.prepareSeconds * speed, modeTiming.prepare), modeTiming.prepare.lowerBound
        )
        return scale.prepareMeters.last { (min...limit).contains($0) } ?? scale.prepareMeters.first { $0 >= min }
            ?? limit
    }

    /// Metres driven in the last seconds before a point that is passed at the speed `end`, if the vehicle slows down to
    /// it.
    private func lastMeters(seconds: Double, speed: Double, end: Double) -> Double {
        let slower = max(speed - end, 0)
        let braking = min(slower / modeTiming.braking, seconds)
        return speed * seconds - slower * braking + modeTiming.braking * braking * braking / 2
    }

    /// Speed through a maneuver, metres per second; infinite if it requires no deceleration.
    private func turnSpeed(of maneuver: Maneuver) -> Double {
        switch maneuver {
        case .turnLeft, .turnRight, .onRampLeft, .onRampRight: modeTiming.corner
        case .turnSharpLeft, .turnSharpRight, .turnUTurnClockwise, .turnUTurnCounterclockwise: modeTiming.corner * 0.75
        case .turnSlightLeft, .turnSlightRight: modeTiming.corner * 2
        default: maneuver.isRoundabout ? modeTiming.corner * 1.4 : .infinity
        }
    }

    private func clamp(_ number: Double, _ range: ClosedRange<Double>) -> Double {
        min(max(number, range.lowerBound), range.upperBound)
    }

    // MARK: - Validity

    /// Range of the validity of "now", which ends at the maneuver, seconds.
    private static let nowValidSeconds = 3.0...30.0
    /// Range of the validity of a spoken distance, seconds.
    private static let distanceValidSeconds = 3.0...15.0
    /// A spoken distance is valid until a fifth of it is driven.
    private static let distanceValidParts = 5.0
    private static let followValidSeconds = 30.0
    /// A slower vehicle counts as this fast, metres per second.
    private static let minValidSpeed = 0.5

    /// Seconds of validity of a cue.
    func validSeconds(_ stage: CueStage, distanceMeters: Double, speed: Double) -> Double {
        let seconds = distanceMeters / max(speed, Self.minValidSpeed)
        switch stage {
        case .now: return clamp(seconds, Self.nowValidSeconds)
        case .prepare, .far: return clamp(seconds / Self.distanceValidParts, Self.distanceValidSeconds)
        case .follow, .unknown: return Self.followValidSeconds
        }
    }
}
