import NavigationControl

/// What the configuration says; the only place that reads it.
struct HapticsSettings: Hashable, Sendable {
    /// What is felt.
    enum Mode: String, CaseIterable, Sendable {
        /// Turns and what happens on the way.
        case turns
        /// Turn until quiet: the direction of the way, all the time.
        case compass
        case both

        var hasTurns: Bool { self != .compass }
        var hasCompass: Bool { self != .turns }
    }

    /// What makes it felt.
    enum Driver: String, CaseIterable, Sendable {
        /// Lines of text.
        case log
    }

    var mode = Mode.turns
    var driver = Driver.log
    /// The file the log driver writes to as well; empty for none.
    var logFile = ""
    /// Share of each pattern's strength, 0...1.
    var strength = 1.0
    /// The angles of turn-until-quiet.
    var limits = SteeringLimits()
    /// How the device sits on its wearer.
    var calibration = HeadingCalibration()
    /// What is not to be felt.
    var silenced: Set<PatternGroup> = []

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        mode = try settings.choice("mode", default: mode)
        driver = try settings.choice("driver", default: driver)
        logFile = try settings.text("logFile", default: logFile)
        strength = try settings.number("strength", default: strength, in: 0...1)
        limits.toleranceDegrees = try settings.number("toleranceDegrees", default: 15, in: 5...60)
        calibration = HeadingCalibration(
            positionOffsetDegrees: try settings.number("positionOffsetDegrees", default: 0, in: -360...360))
        let switches: [(PatternGroup, Bool)] = [
            (.prepare, try settings.bool("patterns.prepare", default: true)),
            (.now, try settings.bool("patterns.now", default: true)),
            (.roundabout, try settings.bool("patterns.roundabout", default: true)),
            (.offRoute, try settings.bool("patterns.offRoute", default: true)),
            (.rerouted, try settings.bool("patterns.rerouted", default: true)),
            (.stopover, try settings.bool("patterns.stopover", default: true)),
            (.arrived, try settings.bool("patterns.arrived", default: true)),
            (.positionUnreliable, try settings.bool("patterns.positionUnreliable", default: true)),
            (.headingUnknown, try settings.bool("patterns.headingUnknown", default: true)),
        ]
        silenced = Set(switches.filter { !$0.1 }.map(\.0))
    }
}

/// What can be switched off. Steering belongs to the mode.
enum PatternGroup: CaseIterable, Sendable {
    case prepare, now, roundabout, offRoute, rerouted, stopover, arrived, positionUnreliable, headingUnknown

    /// The group of a signal; `nil` if it cannot be switched off.
    init?(_ signal: HapticSignal) {
        switch signal {
        case .prepare: self = .prepare
        case .now: self = .now
        case .roundabout: self = .roundabout
        case .offRoute: self = .offRoute
        case .rerouted: self = .rerouted
        case .stopover: self = .stopover
        case .arrived: self = .arrived
        case .positionUnreliable: self = .positionUnreliable
        case .headingUnknown: self = .headingUnknown
        case .steer: return nil
        }
    }
}
