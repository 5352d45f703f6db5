/// What a walker does about what is felt. It knows the patterns, and nothing else: no words, no map, no route.
struct WalkerMind: Sendable {
    /// What the body is to do.
    enum Deed: Hashable, Sendable {
        /// Turn, degrees, positive to the right.
        case turn(degrees: Double)
        /// Go that way where the next streets meet.
        case take(Side)
        /// Walk back.
        case turnAround
        case arrive
    }

    /// Who faces away from the way turns about, to the side where it was felt last.
    private static let aboutDegrees = 140.0
    /// Who has turned waits for so long whether it was enough: a compass is calmed.
    static let waitsForCompassSeconds = 0.5
    /// One turns by so much of what was felt: who turns too far has to turn back.
    private static let turnedShare = 0.7
    /// The weakest pointer stands for this error, the strongest for that.
    private static let pointedDegrees = 25.0...90.0
    /// The share of the strength that stands for the weakest.
    private static let weakest = 0.3
    /// Pace, and how long it is kept, after a signal that says that something is not known.
    private static let (waitingSeconds, lostSeconds) = (4.0, 9.0)
    private static let carefulPace = 0.75

    private let pointing: Bool
    private var stoppedUntil = -1.0
    private var carefulUntil = -1.0
    private var lastSide = Side.right

    /// - Parameter pointing: Whether a pointer leads, or turns alone.
    init(pointing: Bool) { self.pointing = pointing }

    /// How fast it wants to walk, 0...1 of the usual speed.
    func pace(at seconds: Double) -> Double {
        seconds < stoppedUntil ? 0 : seconds < carefulUntil ? Self.carefulPace : 1
    }

    /// What is done about a pattern.
    mutating func obey(_ meaning: FeltMeaning, at seconds: Double) -> Deed? {
        switch meaning.name {
        case .steerLeft, .steerRight, .steerBehind: return steer(meaning)
        case .arrived: return .arrive
        case .headingUnknown:
            // Who stands has no course either: after a while it goes on, slowly.
            (stoppedUntil, carefulUntil) = (seconds + Self.waitingSeconds, seconds + Self.lostSeconds)
            return pointing ? .turn(degrees: 20) : nil
        case .positionUnreliable:
            stoppedUntil = seconds + Self.lostSeconds
            return nil
        case .offRoute:
            carefulUntil = seconds + Self.waitingSeconds
            return pointing ? nil : .turnAround
        case .nowLeft: return pointing ? nil : .take(.left)
        case .nowRight: return pointing ? nil : .take(.right)
        case .nowAround: return pointing ? nil : .turnAround
        default: return nil
        }
    }

    private mutating func steer(_ meaning: FeltMeaning) -> Deed {
        stoppedUntil = -1
        if let way = meaning.wayDegrees, abs(way) > 10 { lastSide = way < 0 ? .left : .right }
        if let side = meaning.name.side { lastSide = side }
        // On a ring of motors it is felt where to go, with two or one only how far.
        var degrees = meaning.name == .steerBehind ? Self.aboutDegrees : Self.degrees(forStrength: meaning.strength)
        if let way = meaning.wayDegrees, abs(way) != 90 { degrees = max(abs(way), Self.pointedDegrees.lowerBound) }
        degrees *= Self.turnedShare
        return .turn(degrees: lastSide == .left ? -degrees : degrees)
    }

    /// How far to turn for a pointer of so much strength.
    private static func degrees(forStrength strength: Double) -> Double {
        let share = min(max((strength - weakest) / (1 - weakest), 0), 1)
        return pointedDegrees.lowerBound + share * (pointedDegrees.upperBound - pointedDegrees.lowerBound)
    }
}
