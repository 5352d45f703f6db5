import HapticDevices
import NavigationControl

/// The settings of the configuration; only this type reads them.
struct HapticsSettings: Hashable, Sendable {
    /// The kinds of signals that are played.
    enum Mode: String, CaseIterable, Sendable {
        /// Turns and conditions of the drive.
        case turns
        /// Turn until quiet: the target direction, continuously.
        case compass
        case both

        var hasTurns: Bool { self != .compass }
        var hasCompass: Bool { self != .turns }
    }

    var mode = Mode.turns
    /// The output devices, the most preferred first.
    var devices = [DeviceChoice.log]
    /// Whether all working devices are used at once, instead of the most preferred one.
    var usesAllDevices = false
    /// Speed of serial lines, bits per second.
    var baud = 115_200
    /// The table of patterns: the name of a table that ships with navbus, or a file.
    var table = PatternTable.wristband.name
    /// The tables that ship with navbus; any other name is a file.
    private static let tables = ["wristband", "wrists", "belt", "phone"]
    /// The file to which every pulse is written as a line; empty for none.
    var logFile = ""
    /// Share of each pattern's strength, 0.2...1: a weaker pulse is not felt, and silence would mean "on course".
    var strength = 1.0
    /// The angles of turn-until-quiet.
    var limits = SteeringLimits()
    /// The offset of compasses that were never calibrated; `nil` if it is unknown.
    var calibration: HeadingCalibration?
    /// Whether the offset of a compass is learned while its wearer walks straight on.
    var learnsOffset = true
    /// Seconds between two signs of life while on course; 0 for none.
    var onCourseSeconds = 0.0
    /// Whether muting the announcements silences turns, conditions and pointers as well.
    var muteSilences = false
    /// The groups of signals that are switched off.
    var silenced: Set<PatternGroup> = []

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        mode = try settings.choice("mode", default: mode)
        devices = try Self.devices(settings.paths("devices", default: devices.map(\.description)))
        usesAllDevices = try settings.bool("together", default: usesAllDevices)
        baud = try Self.baud(settings)
        table = try settings.path("table", default: table, choices: Self.tables)
        logFile = try settings.path("logFile", default: logFile)
        strength = try settings.number("strength", default: strength, in: 0.2...1)
        limits.toleranceDegrees = try settings.number("toleranceDegrees", default: 15, in: 5...60)
        let offset = try settings.number("positionOffsetDegrees", default: 0, in: -360...360)
        // An offset in the configuration is known; an offset of 0 needs the setting trustsOffset.
        let isKnown = try settings.bool("trustsOffset", default: false)
        calibration = isKnown || offset != 0 ? HeadingCalibration(positionOffsetDegrees: offset) : nil
        learnsOffset = try settings.bool("learnsOffset", default: learnsOffset)
        onCourseSeconds = try settings.number("onCourseSeconds", default: onCourseSeconds, in: 0...600)
        muteSilences = try settings.bool("muteSilences", default: muteSilences)
        silenced = try Self.silenced(settings)
    }

    /// The speeds that every serial port supports, bits per second.
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

/// A group of signals that can be switched off. Steering depends on the mode; answers to requests are always played.
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
