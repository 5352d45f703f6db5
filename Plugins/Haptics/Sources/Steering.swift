/// What turn-until-quiet tells the wearer.
enum Steering: Hashable, Sendable {
    /// On course.
    case quiet
    /// Turn to this side; the error is that of the heading, 0...180 degrees.
    case turn(Side, errorDegrees: Double)

    /// Whether there is anything to feel.
    var isQuiet: Bool { self == .quiet }
}

/// A side of the wearer.
enum Side: String, CaseIterable, Sendable {
    case left
    case right
}

/// The angles and times of turn-until-quiet.
struct SteeringLimits: Hashable, Sendable {
    /// Within this error one is on course again, degrees.
    var toleranceDegrees = 15.0
    /// Beyond the tolerance by this much, one is off course: a single limit would toggle with every tremor.
    var hysteresisDegrees = 10.0
    /// Beyond this error the way lies behind: the side chosen is kept, though the target may pass the back.
    var behindDegrees = 150.0
    /// Until the error is below this.
    var behindUntilDegrees = 130.0
    /// Time constant of the low-pass that calms the heading, seconds.
    var smoothingSeconds = 0.6
    /// A change must last this long to count, seconds.
    var debounceSeconds = 0.4

    /// Beyond this error one is off course, degrees.
    var offCourseDegrees: Double { toleranceDegrees + hysteresisDegrees }

    /// Whether one is off course, given whether one was: turn-until-quiet without its calming.
    ///
    /// - Parameters:
    ///   - trueHeading: Where the wearer faces, degrees.
    ///   - bearing: Where the target lies, degrees.
    func isOffCourse(trueHeading: Double, bearing: Double, wasOffCourse: Bool) -> Bool {
        let error = abs(Angle.turn(from: trueHeading, to: bearing))
        return error > (wasOffCourse ? toleranceDegrees : offCourseDegrees)
    }
}
