import Geodesy

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
    /// Only what is off course for this long is felt, seconds. Silence comes at once: who has found the way must not
    /// be turned past it.
    var debounceSeconds = 0.4

    /// Beyond this error one is off course, degrees.
    var offCourseDegrees: Double { toleranceDegrees + hysteresisDegrees }

    /// Turn-until-quiet without its calming: where to turn, given where one was told to turn before.
    ///
    /// - Parameters:
    ///   - trueHeading: Where the wearer faces, degrees.
    ///   - bearing: Where the target lies, degrees.
    ///   - before: What this function said last.
    func wish(trueHeading: Double, bearing: Double, before: SteeringWish) -> SteeringWish {
        let error = Angle.turn(from: trueHeading, to: bearing)
        if before.isLatched, abs(error) >= behindUntilDegrees { return before }
        let nearer: Side = error < 0 ? .left : .right
        // Who has turned past the target is on course until the error on the other side is large.
        guard abs(error) > (before.side == nearer ? toleranceDegrees : offCourseDegrees) else { return SteeringWish() }
        return SteeringWish(side: nearer, isLatched: abs(error) > behindDegrees)
    }
}

/// Where the wearer should turn, before it is calmed.
struct SteeringWish: Hashable, Sendable {
    /// `nil` on course.
    var side: Side?
    /// Whether the target lies behind, so that the side is kept.
    var isLatched = false
}
