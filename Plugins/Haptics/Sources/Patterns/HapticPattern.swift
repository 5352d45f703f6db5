/// One vibration and the silence after it.
struct Pulse: Hashable, Sendable {
    /// 0...1 of what the motor can do.
    var strength: Double
    var milliseconds: Int
    var pauseMilliseconds: Int
    /// The side of the device that vibrates.
    var side: PulseSide

    init(_ strength: Double, _ milliseconds: Int, pause pauseMilliseconds: Int, at side: PulseSide = .all) {
        self.strength = strength
        self.milliseconds = milliseconds
        self.pauseMilliseconds = pauseMilliseconds
        self.side = side
    }
}

/// The side of a device with several motors on which a pulse plays.
enum PulseSide: String, CaseIterable, Sendable {
    case all, left, right, front, back
    /// The direction of the signal: the side of the turn, or the motor nearest to the direction.
    case way
}

/// A situation that has pulses. Each has an entry in the table of patterns.
enum PatternName: String, CaseIterable, Sendable {
    case prepareLeft, prepareRight, prepareAhead, prepareAround
    case nowLeft, nowRight, nowAhead, nowAround
    case prepareRoundabout, nowRoundabout
    /// Played once for each exit to count, after one of the roundabout patterns.
    case roundaboutExit
    case offRoute, rerouted, stopover, arrived, ended, positionUnreliable, headingUnknown
    case steerLeft, steerRight, steerBehind
    /// A periodic pulse on course, if enabled: its absence shows that something is broken.
    case onCourse
    /// Calibration: running, keep still; finished; failed.
    case calibrating, calibrated, notCalibrated
    /// Answers to the button: muted, unmuted.
    case muted, unmuted

    /// The name in words: "now left".
    var words: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
