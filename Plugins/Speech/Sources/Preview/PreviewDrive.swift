import Guidance
import NavigationEvents
import Positions

/// A drive along a route that nobody drives: what guidance tells on it, and when each maneuver is really passed.
struct PreviewDrive {
    /// How it is driven.
    struct Settings: Hashable {
        /// Fixes a second.
        var rateHertz = 1.0
        /// Standard deviation of the receiver's error in each direction, metres.
        var noiseMeters = 0.0
        /// Chooses the noise.
        var seed: UInt64 = 1
        /// Times the usual distance at which things are announced.
        var cueTimingFactor = 1.0
    }

    /// What guidance told, and when.
    struct Moment {
        var info: NavigationInfo
        /// Seconds since the drive began.
        var seconds: Double
    }

    /// The moments of the drive that carry a cue.
    private(set) var cues: [Moment] = []
    /// Seconds at which the maneuver of each step is passed, by the step's number.
    private(set) var passedAtSeconds: [Int: Double] = [:]

    /// Drives at the route's own speeds.
    ///
    /// - Throws: When the route cannot be followed.
    init(along route: Route, settings: Settings) throws(RouteModelError) {
        try Self.drive(route, Settings(rateHertz: 10)) { moment in
            guard let step = moment.info.currentStep, let ahead = moment.info.toManeuver else { return }
            let speed = max(moment.info.fix.speedMetersPerSecond ?? 0, 0.5)
            passedAtSeconds[step.number] = moment.seconds + ahead.distanceMeters / speed
        }
        try Self.drive(route, settings) { if $0.info.cue != nil { cues.append($0) } }
    }

    private static func drive(
        _ route: Route, _ settings: Settings, _ take: (Moment) -> Void
    ) throws(RouteModelError) {
        var guidance = GuidanceState(settings: GuidanceSettings(cueTimingFactor: settings.cueTimingFactor))
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
