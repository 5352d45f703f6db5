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
    }

    /// An event of guidance with its time.
    struct Moment {
        var info: NavigationInfo
        /// The seconds since the start of the drive.
        var seconds: Double
    }

    /// The events of the drive that carry a cue.
    private(set) var cues: [Moment] = []
    /// The seconds from the start to the passing of each maneuver, by the number of its step.
    private(set) var passedAtSeconds: [Int: Double] = [:]

    /// Simulates a drive at the speeds of the route.
    ///
    /// - Throws: `RouteModelError` if the route cannot be followed.
    init(along route: Route, settings: Settings) throws(RouteModelError) {
        try Self.drive(route, Settings(rateHertz: 10, units: settings.units)) { moment in
            guard let step = moment.info.currentStep, let ahead = moment.info.toManeuver else { return }
            let speed = max(moment.info.fix.speedMetersPerSecond ?? 0, 0.5)
            passedAtSeconds[step.number] = moment.seconds + ahead.distanceMeters / speed
        }
        try Self.drive(route, settings) { if $0.info.cue != nil { cues.append($0) } }
    }

    private static func drive(
        _ route: Route, _ settings: Settings, _ take: (Moment) -> Void
    ) throws(RouteModelError) {
        var guidance = GuidanceState(
            settings: GuidanceSettings(cueTimingFactor: settings.cueTimingFactor, units: settings.units))
        _ = try guidance.start(route)
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
