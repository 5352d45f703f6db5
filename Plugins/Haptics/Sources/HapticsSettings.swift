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

    var mode = Mode.turns
    /// What makes it felt, the most wanted first.
    var devices = [DeviceChoice.log]
    /// Whether all devices that work are used at once, rather than the most wanted of them.
    var isTogether = false
    /// Speed of serial lines, bits per second.
    var baud = 115_200
    /// The table of patterns: the name of one that comes along, or a file.
    var table = PatternTable.wristband.name
    /// Tables that come along; any other is a file.
    private static let tables = ["wristband", "wrists", "belt", "phone"]
    /// The file every pulse is written to as a line; empty for none.
    var logFile = ""
    /// Share of each pattern's strength, 0.2...1: weaker, nobody feels it, and silence would mean "on course".
    var strength = 1.0
    /// The angles of turn-until-quiet.
    var limits = SteeringLimits()
    /// How a compass sits on its wearer that was never calibrated; `nil` if that is not known.
    var calibration: HeadingCalibration?
    /// Whether how a compass sits is learned while its wearer walks straight on.
    var learnsOffset = true
    /// Seconds between two signs of life while on course; 0 for none.
    var onCourseSeconds = 0.0
    /// Whether what mutes the announcements silences turns, happenings and pointers as well.
    var muteSilences = false
    /// What is not to be felt.
    var silenced: Set<PatternGroup> = []

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        mode = try settings.choice("mode", default: mode)
        devices = try Self.devices(settings.paths("devices", default: devices.map(\.description)))
        isTogether = try settings.bool("together", default: isTogether)
        baud = try Self.baud(settings)
        table = try settings.path("table", default: table, choices: Self.tables)
        logFile = try settings.path("logFile", default: logFile)
        strength = try settings.number("strength", default: strength, in: 0.2...1)
        limits.toleranceDegrees = try settings.number("toleranceDegrees", default: 15, in: 5...60)
        let offset = try settings.number("positionOffsetDegrees", default: 0, in: -360...360)
        // Who has set an offset means it; that it is 0 must be said.
        let isKnown = try settings.bool("trustsOffset", default: false)
        calibration = isKnown || offset != 0 ? HeadingCalibration(positionOffsetDegrees: offset) : nil
        learnsOffset = try settings.bool("learnsOffset", default: learnsOffset)
        onCourseSeconds = try settings.number("onCourseSeconds", default: onCourseSeconds, in: 0...600)
        muteSilences = try settings.bool("muteSilences", default: muteSilences)
        silenced = try Self.silenced(settings)
    }

    /// The speeds that every serial line has.
    static let bauds = [9600, 19200, 38400, 57600, 115_200, 230_400]

    private static func baud(_ settings: Settings) throws(SettingsError) -> Int {
        let baud = try settings.integer("baud", default: 115_200)
        guard bauds.contains(baud) else {
            throw .notAChoice(key: "baud", value: "\(baud)", choices: bauds.map { "\($0)" })
        }
        return baud
    }

    private static func silenced(_ settings: Settings) throws(SettingsError) -> Set<PatternGroup> {
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
        return Set(switches.filter { !$0.1 }.map(\.0))
    }
}

/// What can be switched off. Steering belongs to the mode; answers to what was asked are always felt.
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
        case .ended, .steer, .onCourse, .calibrating, .calibrated, .notCalibrated, .muted, .unmuted: return nil
        }
    }
}
