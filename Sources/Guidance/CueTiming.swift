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

    /// Seconds from the end of "now" to the maneuver: the middle of the 2.5 to 4.5 s that leave time to react and are
    /// not forgotten.
    private static let reactionSeconds = 3.5
    private static let prepareSeconds = 30.0
    /// Seconds between the end of "prepare" and the beginning of "now", at least.
    private static let prepareToNowSeconds = 6.0
    /// Receivers with a longer period count as this one for the accuracy of a trigger point, seconds.
    private static let maxPeriodSeconds = 1.0
    /// Positions with a worse accuracy lag no more, metres.
    private static let maxLaggingMeters = 10.0
    /// A vehicle that brakes harder than this, metres per second squared, may be about to stop.
    private static let stoppingDeceleration = 0.7
    /// A vehicle that accelerates more starts, metres per second squared.
    private static let startAcceleration = 0.4
    /// The time that the shortest words take, and half a second more: a vehicle that starts again leaves time for them.
    private static let shortestSeconds = 2.5

    /// The driving parameters of a mode of travel that affect announcements.
    private struct ModeTiming {
        /// Range of trigger distances of "now", metres.
        var now: ClosedRange<Double>
        /// Range of trigger distances of the prepare stage, metres.
        var prepare: ClosedRange<Double>
        /// Metres before a stopover or the destination at which it is announced as reached.
        var arrivalMeters: Double
        /// A slower vehicle that does not accelerate creeps towards a light, metres per second.
        var creeping: Double
        /// Metres by which the position lags, for each metre of its accuracy: that of slow movement is smoothed.
        var lag: Double
        /// Speed in a roundabout, where the vehicle may have to give way, metres per second.
        var roundabout: Double
        var driver: ApproachProfile.Driver

        static func of(_ mode: TravelMode) -> ModeTiming {
            switch mode {
            case .car, .unknown:
                ModeTiming(
                    now: 10...350, prepare: 150...1000, arrivalMeters: 20, creeping: 2, lag: 0, roundabout: 8,
                    driver: .init(acceleration: 1.5, braking: 1.8, cornering: 2.8, minSpeed: 3))
            case .bicycle:
                ModeTiming(
                    now: 6...120, prepare: 90...400, arrivalMeters: 20, creeping: 1, lag: 0.15, roundabout: 5,
                    driver: .init(acceleration: 0.8, braking: 1.2, cornering: 2, minSpeed: 2.5))
            // Smaller than for others: at walking speed a few metres are seconds. People do not slow down for a turn.
            case .foot:
                ModeTiming(
                    now: 4...60, prepare: 45...200, arrivalMeters: 10, creeping: 0, lag: 0.33,
                    roundabout: .infinity,
                    driver: .init(acceleration: 1, braking: 1, cornering: 100, minSpeed: 1))
            }
        }
    }

    /// Whether the speed of a single fix tells how fast the vehicle is; that of a pedestrian is too noisy.
    let usesPresentSpeed: Bool
    private let modeTiming: ModeTiming
    private let factor: Double
    private let scale: DistanceScale

    init(mode: TravelMode, settings: GuidanceSettings) {
        factor = settings.cueTimingFactor
        scale = DistanceScale.of(settings.units)
        modeTiming = ModeTiming.of(mode)
        usesPresentSpeed = mode != .foot
    }

    /// The approach to a maneuver on a route.
    ///
    /// - Parameter braking: The deceleration of the driver before turns, metres per second squared.
    func approach(to point: CuePoint, on model: RouteModel, braking: Double) -> ApproachProfile {
        var driver = modeTiming.driver
        driver.braking = braking
        return ApproachProfile(
            to: point.distanceAlongRouteMeters,
            maneuverSpeed: point.maneuver.isRoundabout ? modeTiming.roundabout : .infinity, on: model,
            driver: driver)
    }

    /// The deceleration of a usual driver before turns, metres per second squared.
    var usualBraking: Double { modeTiming.driver.braking }

    /// The approach on a straight road.
    var straightApproach: ApproachProfile { ApproachProfile(driver: modeTiming.driver) }

    /// Seconds before a maneuver at which "now" begins, so that the words end one reaction time before it.
    func nowSeconds(speechSeconds: Double) -> Double { factor * (speechSeconds + Self.reactionSeconds) }

    /// Metres by which a position with this accuracy lags, metres.
    func lagMeters(accuracyMeters: Double) -> Double { modeTiming.lag * min(accuracyMeters, Self.maxLaggingMeters) }

    /// Whether "now" is due at a distance whatever the time: so close to the maneuver, the estimate of the time says
    /// little.
    func isNow(distanceMeters: Double) -> Bool { distanceMeters <= modeTiming.now.lowerBound }

    /// The greatest distance at which "now" may be due, metres.
    var maxNowMeters: Double { modeTiming.now.upperBound }

    /// Metres before a stopover or the destination at which it is announced as reached.
    var arrivalMeters: Double { modeTiming.arrivalMeters }

    /// Half the seconds until the next decision: the next decision would be no more accurate than one now.
    func halfPeriod(_ periodSeconds: Double) -> Double { min(periodSeconds, Self.maxPeriodSeconds) / 2 }

    /// Seconds for which "now" may wait to see whether a vehicle that brakes early is about to stop.
    let doubtSeconds = 0.5
    /// A vehicle brakes early that is slower than this share of the usual speed there.
    private static let earlyShare = 0.92

    /// Whether a vehicle brakes before its driver usually does.
    func isBrakingEarly(
        distanceMeters: Double, speed: Double, acceleration: Double, approach: ApproachProfile
    ) -> Bool {
        acceleration < -Self.stoppingDeceleration && speed < Self.earlyShare * approach.limit(meters: distanceMeters)
    }

    /// Whether a vehicle is about to stop before the maneuver, as at a red light, where "now" can wait until it starts
    /// again: at least the shortest words still end before the maneuver then.
    func waitsForStart(
        distanceMeters: Double, speed: Double, acceleration: Double, approach: ApproachProfile
    ) -> Bool {
        let margin = modeTiming.driver.acceleration * Self.shortestSeconds * Self.shortestSeconds / 2
        if speed < modeTiming.creeping, acceleration < Self.startAcceleration { return distanceMeters > margin }
        guard acceleration < -Self.stoppingDeceleration else { return false }
        return approach.isStopping(
            meters: distanceMeters, speed: speed, braking: -acceleration, marginMeters: margin)
    }

    /// Whether a prepare announcement ends early enough before "now".
    ///
    /// - Parameters:
    ///   - secondsToNow: Seconds until "now".
    ///   - speechSeconds: Duration of the announcement.
    func isPrepareWorthwhile(secondsToNow: Double, speechSeconds: Double) -> Bool {
        secondsToNow >= speechSeconds + Self.prepareToNowSeconds
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

    /// Seconds of validity of a cue.
    func validSeconds(_ stage: CueStage, maneuverSeconds seconds: Double) -> Double {
        switch stage {
        case .now: return clamp(seconds, Self.nowValidSeconds)
        case .prepare, .far: return clamp(seconds / Self.distanceValidParts, Self.distanceValidSeconds)
        case .follow, .unknown: return Self.followValidSeconds
        }
    }
}
