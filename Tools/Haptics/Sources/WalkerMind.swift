import Haptics

/// The decisions of a walker, from recognized patterns alone: without words, map or route.
struct WalkerMind: Sendable {
    /// An action of the body.
    enum Action: Hashable, Sendable {
        /// Turn, degrees, positive to the right.
        case turn(degrees: Double)
        /// Turn to that side at the next crossing.
        case turnAtCrossing(Side)
        /// Turn around and walk back.
        case turnAround
        case arrive
    }

    /// The turn for the pattern "behind", to the side that was signalled last.
    private static let aboutDegrees = 140.0
    /// After a turn, the walker waits for this time, because the heading is filtered.
    static let waitsForCompassSeconds = 0.5
    /// The share of the signalled turn that is made: a walker who turns too far must turn back.
    private static let turnedShare = 0.7
    /// The errors of the heading for the weakest and for the strongest pointer.
    private static let pointedDegrees = 25.0...90.0
    /// The share of the strength of the weakest pointer.
    private static let weakest = 0.3
    /// The durations of stopping and of walking slowly after a signal of an unknown value.
    private static let (waitingSeconds, lostSeconds) = (4.0, 9.0)
    private static let carefulPace = 0.75

    private let pointing: Bool
    private var stoppedUntil = -1.0
    private var carefulUntil = -1.0
    private var lastSide = Side.right

    /// - Parameter pointing: Whether a pointer leads the walker, or only turns.
    init(pointing: Bool) { self.pointing = pointing }

    /// The wanted speed, 0...1 of the usual speed.
    func pace(at seconds: Double) -> Double {
        seconds < stoppedUntil ? 0 : seconds < carefulUntil ? Self.carefulPace : 1
    }

    /// The action for a pattern.
    mutating func respond(_ meaning: RecognizedPattern, at seconds: Double) -> Action? {
        switch meaning.name {
        case .steerLeft, .steerRight, .steerBehind: return steer(meaning)
        case .arrived: return .arrive
        case .headingUnknown:
            // A standing walker has no course either, so the walker continues slowly after a while.
            (stoppedUntil, carefulUntil) = (seconds + Self.waitingSeconds, seconds + Self.lostSeconds)
            return pointing ? .turn(degrees: 20) : nil
        case .positionUnreliable:
            stoppedUntil = seconds + Self.lostSeconds
            return nil
        case .offRoute:
            carefulUntil = seconds + Self.waitingSeconds
            return pointing ? nil : .turnAround
        case .nowLeft: return pointing ? nil : .turnAtCrossing(.left)
        case .nowRight: return pointing ? nil : .turnAtCrossing(.right)
        case .nowAround: return pointing ? nil : .turnAround
        default: return nil
        }
    }

    private mutating func steer(_ meaning: RecognizedPattern) -> Action {
        stoppedUntil = -1
        if let way = meaning.relativeBearingDegrees, abs(way) > 10 { lastSide = way < 0 ? .left : .right }
        if let side = meaning.name.side { lastSide = side }
        // A ring of motors shows the direction; one or two motors show only the angle.
        var degrees = meaning.name == .steerBehind ? Self.aboutDegrees : Self.degrees(forStrength: meaning.strength)
        if let way = meaning.relativeBearingDegrees, abs(way) != 90 {
            degrees = max(abs(way), Self.pointedDegrees.lowerBound)
        }
        degrees *= Self.turnedShare
        return .turn(degrees: lastSide == .left ? -degrees : degrees)
    }

    /// The angle of the turn for a pointer of this strength.
    private static func degrees(forStrength strength: Double) -> Double {
        let share = min(max((strength - weakest) / (1 - weakest), 0), 1)
        return pointedDegrees.lowerBound + share * (pointedDegrees.upperBound - pointedDegrees.lowerBound)
    }
}
