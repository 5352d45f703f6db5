import Guidance
import NavigationEvents
import Positions

/// A simulated drive along a route: the cues of guidance, and the time at which each maneuver is passed.
struct PreviewDrive {
    /// The settings of the drive.
    struct Settings: Hashable {
        /// The fixes per second.
        var rateHertz = 1.0
        /// The standard deviation of the position error in each direction, in metres.
        var noiseMeters = 0.0
        /// The seed of the noise.
        var seed: UInt64 = 1
        /// The factor of the distances at which cues are due.
        var cueTimingFactor = 1.0
        /// The units of spoken distances.
        var units = UnitSystem.metric
        /// The driver; `nil` drives as the planner of guidance assumes.
        var driver: PreviewDriver?
    }

    /// An event of guidance with its time.
    struct Moment {
        var info: NavigationInfo
        /// The seconds since the start of the drive.
        var seconds: Double
        /// The true metres along the line of the route; `nil` if only guidance knows them.
        var alongMeters: Double?
    }

    /// The events of the drive that carry a cue.
    private(set) var cues: [Moment] = []
    /// The seconds from the start to the passing of each maneuver, by the number of its step.
    private(set) var passedAtSeconds: [Int: Double] = [:]
    /// The true metres along the line to each maneuver, by the number of its step; empty without a driver.
    private(set) var stepAlongMeters: [Int: Double] = [:]

    /// The time of the first fix.
    private static let start = SimulatedDrive.Settings().start

    /// Simulates a drive at the speeds of the route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - settings: The settings of the drive.
    ///   - durations: The durations that a speech control reports; `nil` for none.
    /// - Throws: `RouteModelError` if the route cannot be followed.
    init(along route: Route, settings: Settings, durations: SpeechDurations? = nil) throws(RouteModelError) {
        if let driver = settings.driver {
            // Guidance first: it refuses a route without a line.
            let guidance = try Self.guidance(along: route, settings, durations)
            self = Self(
                guidance, of: route.travelMode,
                through: DriverRun(along: route, driver: driver, settings: settings, start: Self.start))
            return
        }
        try Self.drive(route, Settings(rateHertz: 10, units: settings.units)) { moment in
            guard let step = moment.info.currentStep, let ahead = moment.info.toManeuver else { return }
            let speed = max(moment.info.fix.speedMetersPerSecond ?? 0, 0.5)
            passedAtSeconds[step.number] = moment.seconds + ahead.distanceMeters / speed
        }
        try Self.drive(route, settings, durations) { if $0.info.cue != nil { cues.append($0) } }
    }

    private init(_ guidance: GuidanceState, of mode: TravelMode, through run: DriverRun) {
        (passedAtSeconds, stepAlongMeters) = (run.passedAtSeconds, run.stepAlongMeters)
        var guidance = guidance
        var filter = PositionFilter(mode: mode)
        for sample in run.samples {
            guard case .accepted(let fix) = filter.accept(sample.fix) else { continue }
            let seconds = fix.time.seconds(since: Self.start)
            for case .navigation(let info) in guidance.update(fix) where info.cue != nil {
                cues.append(Moment(info: info, seconds: seconds, alongMeters: sample.alongMeters))
            }
        }
    }

    private static func guidance(
        along route: Route, _ settings: Settings, _ durations: SpeechDurations?
    ) throws(RouteModelError) -> GuidanceState {
        var guidance = GuidanceState(
            settings: GuidanceSettings(cueTimingFactor: settings.cueTimingFactor, units: settings.units))
        _ = try guidance.start(route)
        if let durations { guidance.take(durations) }
        return guidance
    }

    private static func drive(
        _ route: Route, _ settings: Settings, _ durations: SpeechDurations? = nil, _ take: (Moment) -> Void
    ) throws(RouteModelError) {
        var guidance = try guidance(along: route, settings, durations)
        var filter = PositionFilter(mode: route.travelMode)
        let receiver = SimulatedDrive.Settings(
            noiseMeters: settings.noiseMeters, rateHertz: settings.rateHertz, seed: settings.seed)
        for raw in SimulatedDrive(route: route, settings: receiver).fixes() {
            guard case .accepted(let fix) = filter.accept(raw) else { continue }
            let seconds = fix.time.seconds(since: receiver.start)
            for case .navigation(let info) in guidance.update(fix) { take(Moment(info: info, seconds: seconds)) }
        }
    }
}
