import NavigationEvents

extension CueMoment {
    /// Seconds between the last word and the maneuver that a hurried announcement leaves.
    private static let reactionSeconds = 1.5

    /// Whether a text that begins now ends in time.
    func hasTime(for text: String) -> Bool {
        secondsLeft == .infinity || Announcement.estimatedSeconds(for: text) + Self.reactionSeconds <= secondsLeft
    }
}

extension Maneuver {
    /// How one slows down for a corner, metres per second squared.
    private static let braking = 2.0

    /// Seconds until it is made, by one who now drives at `speed`, metres per second, and slows down if it is a corner.
    func secondsAhead(meters: Double, speed: Double) -> Double {
        let end = min(cornerSpeed, speed)
        let brakingMeters = min((speed * speed - end * end) / (2 * Self.braking), meters)
        let last = max(speed * speed - 2 * Self.braking * brakingMeters, 0).squareRoot()
        return (meters - brakingMeters) / speed + (speed - last) / Self.braking
    }

    /// Metres per second at which it is driven, roughly; what needs no slowing down has no such speed.
    private var cornerSpeed: Double {
        switch self {
        case .turnLeft, .turnRight, .onRampLeft, .onRampRight: 5
        case .turnSharpLeft, .turnSharpRight, .turnUTurnClockwise, .turnUTurnCounterclockwise: 4
        case .turnSlightLeft, .turnSlightRight: 10
        default: isRoundabout ? 7 : .infinity
        }
    }
}
