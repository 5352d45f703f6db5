// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl

/// The section `[haptics]` of the configuration.
struct HapticsSettings: Hashable, Sendable {
    /// The values of `mode`.
    enum ModeChoice: String, CaseIterable, Sendable {
        /// Turns and conditions of the drive.
        case turns
        /// The direction to go, continuously: turn until quiet.
        case compass
        /// Turns, conditions and the direction to go.
        case both
    }

    /// The table `[haptics.patterns]`.
    struct Patterns: Hashable, Sendable {
        /// Whether upcoming turns have pulses.
        var prepare = true
        /// Whether immediate turns have pulses.
        var now = true
        /// Whether roundabouts have pulses, with the number of the exit.
        var roundabout = true
        /// Whether leaving the route has pulses.
        var offRoute = true
        /// Whether rejoining the route, or a new route, has pulses.
        var rerouted = true
        /// Whether reaching a stopover has pulses.
        var stopover = true
        /// Whether reaching the destination has pulses.
        var arrived = true
        /// Whether an unreliable position has pulses.
        var positionUnreliable = true
        /// Whether an unknown heading has pulses.
        var headingUnknown = true
    }

    /// Signals that are played. One of: `turns`, `compass`, `both`.
    var mode = ModeChoice.turns
    /// Output devices, at most eight, the most preferred first: bluetooth, bluetooth NAME-OR-ADDRESS, serial
    /// /dev/ttyUSB0, rumble, rumble /dev/input/event7, feedback, or log, which prints the pulses.
    var devices = ["log"]
    /// Whether all working devices are used at the same time, instead of the most preferred one.
    var together = false
    /// Speed of serial ports in bits per second: 9600, 19200, 38400, 57600, 115200 or 230400.
    var baud = 115200
    /// Table of patterns: one that ships with navbus, or a TOML file, which is read again when it changes. One of:
    /// `wristband`, `wrists`, `belt`, `phone`, a path.
    var table = "wristband"
    /// File to which each pulse is written as a line, on any device; empty for none.
    var logFile = ""
    /// Factor for the strength of each pattern. Range: 0.2 to 1.
    var strength = 1.0
    /// Error of the heading, in degrees, within which turn until quiet is silent. Range: 5 to 60.
    var toleranceDegrees = 15.0
    /// Heading of a compass while its wearer faces true north, in degrees, until the compass is calibrated (navbus
    /// haptics calibrate). Range: -360 to 360.
    var positionOffsetDegrees = 0.0
    /// Whether positionOffsetDegrees, even if 0, is valid for a compass that was never calibrated; otherwise such a
    /// compass does not steer until it is calibrated or learned.
    var trustsOffset = false
    /// Whether the offset of the compass is learned while its wearer walks straight on.
    var learnsOffset = true
    /// Time in seconds between two faint pulses while on course; 0 for none. Range: 0 to 600.
    var onCourseSeconds = 0.0
    /// Whether muting silences pulses too, except the essential ones: off route, position unreliable, heading unknown,
    /// the arrival and the end of guidance.
    var muteSilences = false
    /// The table `[haptics.patterns]`.
    var patterns = Patterns()

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        mode = try settings.choice("mode", default: mode)
        devices = try settings.paths("devices", default: devices)
        together = try settings.bool("together", default: together)
        baud = try settings.integer("baud", default: baud)
        table = try settings.path("table", default: table, choices: ["wristband", "wrists", "belt", "phone"])
        logFile = try settings.path("logFile", default: logFile)
        strength = try settings.number("strength", default: strength, in: 0.2...1)
        toleranceDegrees = try settings.number("toleranceDegrees", default: toleranceDegrees, in: 5...60)
        positionOffsetDegrees = try settings.number("positionOffsetDegrees", default: positionOffsetDegrees, in: -360...360)
        trustsOffset = try settings.bool("trustsOffset", default: trustsOffset)
        learnsOffset = try settings.bool("learnsOffset", default: learnsOffset)
        onCourseSeconds = try settings.number("onCourseSeconds", default: onCourseSeconds, in: 0...600)
        muteSilences = try settings.bool("muteSilences", default: muteSilences)
        patterns.prepare = try settings.bool("patterns.prepare", default: patterns.prepare)
        patterns.now = try settings.bool("patterns.now", default: patterns.now)
        patterns.roundabout = try settings.bool("patterns.roundabout", default: patterns.roundabout)
        patterns.offRoute = try settings.bool("patterns.offRoute", default: patterns.offRoute)
        patterns.rerouted = try settings.bool("patterns.rerouted", default: patterns.rerouted)
        patterns.stopover = try settings.bool("patterns.stopover", default: patterns.stopover)
        patterns.arrived = try settings.bool("patterns.arrived", default: patterns.arrived)
        patterns.positionUnreliable = try settings.bool("patterns.positionUnreliable", default: patterns.positionUnreliable)
        patterns.headingUnknown = try settings.bool("patterns.headingUnknown", default: patterns.headingUnknown)
        try check()
    }
}
