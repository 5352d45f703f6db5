/// One vibration and the silence after it.
struct Pulse: Hashable, Sendable {
    /// 0...1 of what the motor can do.
    var strength: Double
    var milliseconds: Int
    var pauseMilliseconds: Int
    /// Where it is felt.
    var side: PulseSide

    init(_ strength: Double, _ milliseconds: Int, pause pauseMilliseconds: Int, at side: PulseSide = .all) {
        self.strength = strength
        self.milliseconds = milliseconds
        self.pauseMilliseconds = pauseMilliseconds
        self.side = side
    }
}

/// Where a pulse of a pattern is felt, on devices with more than one motor.
enum PulseSide: String, CaseIterable, Sendable {
    case all, left, right, front, back
    /// Where the signal leads: at the side of the turn, or at the motor nearest to the way.
    case way
}

/// What can be felt. Each has an entry in the table of patterns.
enum PatternName: String, CaseIterable, Sendable {
    case prepareLeft, prepareRight, prepareAhead, prepareAround
    case nowLeft, nowRight, nowAhead, nowAround
    case prepareRoundabout, nowRoundabout
    /// Felt once for each exit to count, after one of the roundabout patterns.
    case roundaboutExit
    case offRoute, rerouted, stopover, arrived, ended, positionUnreliable, headingUnknown
    case steerLeft, steerRight, steerBehind
    /// On course, now and then, if wanted: who feels nothing at all knows that something is broken.
    case onCourse
    /// Calibration: keep still, it is going on; done; given up.
    case calibrating, calibrated, notCalibrated
    /// Answers of the button: silenced, heard again.
    case muted, unmuted

    /// The name in words: "now left".
    var words: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
