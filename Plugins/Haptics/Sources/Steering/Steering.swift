import Geodesy

/// The signal of turn-until-quiet to the wearer.
enum Steering: Hashable, Sendable {
    /// On course.
    case quiet
    /// Turn to this side; the error of the heading is 0...180 degrees.
    case turn(Side, errorDegrees: Double)

    /// Whether the wearer is on course, without pulses.
    var isQuiet: Bool { self == .quiet }
}

/// A side of the wearer.
package enum Side: String, CaseIterable, Sendable {
    /// To the left or to the right.
    case left, right
}

/// The angles and times of turn until quiet.
struct SteeringLimits: Hashable, Sendable {
    /// Within this error the wearer is on course again, degrees.
    var toleranceDegrees = 15.0
    /// Off course begins at this much more than the tolerance: a single limit would toggle with every tremor.
    var hysteresisDegrees = 10.0
    /// Beyond this error the target is behind the wearer: the side is kept, although the target may pass the back.
    var behindDegrees = 150.0
    /// The side is kept until the error is below this.
    var behindUntilDegrees = 130.0
    /// Time constant of the low-pass filter of the heading, seconds.
    var smoothingSeconds = 0.6
    /// The wearer must be off course for this time before a pulse plays, seconds. Silence comes at once, so that the
    /// wearer does not turn too far.
    var debounceSeconds = 0.4

    /// Beyond this error the wearer is off course, degrees.
    var offCourseDegrees: Double { toleranceDegrees + hysteresisDegrees }

    /// Turn until quiet without filter and debounce: the side to turn to, given the previous result.
    ///
    /// - Parameters:
    ///   - trueHeading: The direction in which the wearer faces, degrees from true north.
    ///   - bearing: The direction of the target, degrees from true north.
    ///   - before: The previous result.
    func rawSteering(trueHeading: Double, bearing: Double, before: RawSteering) -> RawSteering {
        let error = Angle.turn(from: trueHeading, to: bearing)
        if before.isLatched, abs(error) >= behindUntilDegrees { return before }
        let nearer: Side = error < 0 ? .left : .right
        // After a small overshoot the wearer is on course until the error on the other side is large.
        guard abs(error) > (before.side == nearer ? toleranceDegrees : offCourseDegrees) else { return RawSteering() }
        return RawSteering(side: nearer, isLatched: abs(error) > behindDegrees)
    }
}

/// The side to turn to, before the debounce.
struct RawSteering: Hashable, Sendable {
    /// `nil` on course.
    var side: Side?
    /// Whether the target is behind the wearer, so that the side is kept.
    var isLatched = false
}
