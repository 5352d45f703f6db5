import Geodesy
import Platform
import TestSupport
import Testing

@testable import Haptics

@Suite struct TurnUntilQuietTests {
    let limits = SteeringLimits()

    /// Faces one direction until the filter has settled.
    func settled(facing heading: Double, towards bearing: Double, from before: TurnUntilQuiet? = nil) -> TurnUntilQuiet
    {
        var turn = before ?? TurnUntilQuiet()
        let begin = before == nil ? 0.0 : 100
        for tick in 0..<60 {
            _ = turn.update(trueHeading: heading, bearing: bearing, seconds: begin + Double(tick) * 0.1)
        }
        return turn
    }

    @Test func `on course holds across north`() {
        #expect(settled(facing: 2, towards: 355).steering == .quiet)
        #expect(settled(facing: 355, towards: 2).steering == .quiet)
        #expect(settled(facing: 359.9, towards: 0).steering == .quiet)
    }

    @Test func `quiet means on course in every direction`() {
        for heading in stride(from: 0.0, to: 360, by: 7.5) {
            for turnDegrees in stride(from: -180.0, to: 180, by: 1) {
                let turn = settled(facing: heading, towards: Angle.normalized(heading + turnDegrees))
                #expect(
                    turn.steering.isQuiet == (abs(turnDegrees) <= limits.offCourseDegrees),
                    "facing \(heading), target \(turnDegrees) beside")
            }
        }
    }

    @Test func `once off course it is quiet only within the tolerance`() {
        for heading in stride(from: 0.0, to: 360, by: 15) {
            for turnDegrees in stride(from: -40.0, through: 40, by: 1) {
                // The previous pointer was to the right; on the other side of the target the wider limit applies.
                let off = settled(facing: Angle.normalized(heading - 90), towards: heading)
                let limit = turnDegrees > 0 ? limits.toleranceDegrees : limits.offCourseDegrees
                // The filtered heading only approaches its final value, so the limit itself is left out.
                guard abs(abs(turnDegrees) - limit) > 0.5 else { continue }
                let turn = settled(facing: heading, towards: Angle.normalized(heading + turnDegrees), from: off)
                #expect(turn.steering.isQuiet == (abs(turnDegrees) < limit), "\(heading), \(turnDegrees) beside")
            }
        }
    }

    @Test func `no pointer plays after a small overshoot`() {
        var turn = settled(facing: 0, towards: 90)
        #expect(!turn.steering.isQuiet)
        #expect(turn.update(trueHeading: 88, bearing: 90, seconds: 20).isQuiet)
        #expect(
            turn.update(trueHeading: 110, bearing: 90, seconds: 21).isQuiet, "a little too far is near enough")
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `the result does not depend on absolute directions`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let world = Double.random(in: 0..<360, using: &random)
        var (one, other) = (TurnUntilQuiet(), TurnUntilQuiet())
        var heading = 0.0
        for tick in 0..<2000 {
            heading += Double.random(in: -30...30, using: &random)
            let bearing = Double(tick / 50) * 37
            let time = Double(tick) * 0.2
            let first = one.update(
                trueHeading: Angle.normalized(heading), bearing: Angle.normalized(bearing), seconds: time)
            let second = other.update(
                trueHeading: Angle.normalized(heading + world), bearing: Angle.normalized(bearing + world),
                seconds: time)
            switch (first, second) {
            case (.quiet, .quiet): break
            case (.turn(let side, let error), .turn(let otherSide, let otherError)):
                #expect(side == otherSide && abs(error - otherError) < 1e-6, "seed \(seed)")
            default: Issue.record("seed \(seed), tick \(tick): \(first) and \(second)")
            }
        }
    }

    @Test func `the side is the shorter one`() {
        #expect(settled(facing: 350, towards: 30).steering.side == .right)
        #expect(settled(facing: 30, towards: 350).steering.side == .left)
        #expect(settled(facing: 180, towards: 90).steering.side == .left)
    }

    @Test func `the side stays while the target is behind`() {
        var turn = settled(facing: 0, towards: 170)
        #expect(turn.steering.side == .right)
        var second = 10.0
        func face(_ heading: Double) -> Side? {
            second += 5
            _ = turn.update(trueHeading: heading, bearing: 170, seconds: second - 1)
            return turn.update(trueHeading: heading, bearing: 170, seconds: second).side
        }
        #expect(face(340) == .right, "the shorter way would now be left")
        #expect(face(320) == .right)
        #expect(face(345) == .right)
        #expect(face(298) == .left, "below 130 degrees the shorter way counts again")
    }

    /// A compass with a noise of 8 degrees, ten times a second, at every error of the heading.
    @Test(arguments: Array(stride(from: 0.0, through: 180, by: 2.5))) func `a trembling compass does not toggle`(
        _ error: Double
    ) {
        var random = SplitMix64(seed: 11)
        var turn = TurnUntilQuiet()
        var (changes, last) = (0, turn.steering.side)
        for tick in 0..<600 {
            // The sum of twelve uniform numbers is nearly normal.
            let bell = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
            let heading = Angle.normalized(-error + 8 * bell)
            let side = turn.update(trueHeading: heading, bearing: 0, seconds: Double(tick) * 0.1).side
            if side != last { changes += 1 }
            last = side
        }
        #expect(changes <= 8, "\(changes) changes in a minute")
    }

    @Test func `a short glance aside causes no pulse`() {
        var turn = settled(facing: 0, towards: 0)
        #expect(turn.update(trueHeading: 90, bearing: 0, seconds: 10).isQuiet)
        #expect(turn.update(trueHeading: 90, bearing: 0, seconds: 10.3).isQuiet)
        #expect(!turn.update(trueHeading: 90, bearing: 0, seconds: 10.4).isQuiet)
    }

    @Test func `time that goes back resets the result`() {
        var turn = settled(facing: 0, towards: 90)
        #expect(turn.update(trueHeading: 0, bearing: 90, seconds: -100) == .quiet)
    }

    @Test func `values that are not finite change nothing`() {
        var turn = settled(facing: 0, towards: 90)
        let before = turn.steering
        #expect(turn.update(trueHeading: .nan, bearing: 90, seconds: 10) == before)
        #expect(turn.update(trueHeading: 0, bearing: .infinity, seconds: 11) == before)
    }
}

extension Steering {
    var side: Side? {
        if case .turn(let side, _) = self { side } else { nil }
    }
}
