/// A situation that has pulses. Each has an entry in the table of patterns. README.md lists the parts of a new one.
package enum PatternName: String, CaseIterable, Sendable {
    /// An upcoming turn.
    case prepareLeft, prepareRight, prepareAhead, prepareAround
    /// An immediate turn.
    case nowLeft, nowRight, nowAhead, nowAround
    /// A roundabout, upcoming or entered now.
    case prepareRoundabout, nowRoundabout
    /// Played once for each exit to count, after one of the roundabout patterns.
    case roundaboutExit
    /// A condition of the drive.
    case offRoute, rerouted, stopover, arrived, ended, positionUnreliable, headingUnknown
    /// A pointer: turn to this side until quiet.
    case steerLeft, steerRight, steerBehind
    /// A periodic pulse on course, if enabled: its absence shows that something is broken.
    case onCourse
    /// Calibration: running, keep still; finished; failed.
    case calibrating, calibrated, notCalibrated
    /// Answers to the button: muted, unmuted.
    case muted, unmuted

    /// The name in words: "now left".
    package var words: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
