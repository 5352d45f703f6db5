import NavigationEvents

extension CueContext {
    /// The minimum time between the end of an announcement and the maneuver, in seconds.
    private static let reactionSeconds = 1.5

    /// Whether the voice can finish a text of this duration before the maneuver if it begins now.
    ///
    /// A "now" is valid until the maneuver, as guidance predicts it from the road and the driver; it can be more than the
    /// present speed tells.
    func hasTime(for seconds: Double) -> Bool {
        guard secondsLeft < .infinity else { return true }
        let left = cue.stage == .now ? max(secondsLeft, cue.validForSeconds - ageSeconds) : secondsLeft
        return seconds + Self.reactionSeconds <= left
    }
}

extension Maneuver {
    /// The deceleration before a corner, in metres per second squared.
    private static let braking = 2.0

    /// Returns the seconds until the maneuver for a vehicle that drives at `speed` metres per second and slows down
    /// before a corner.
    func secondsAhead(meters: Double, speed: Double) -> Double {
        let end = min(cornerSpeed, speed)
        let brakingMeters = min((speed * speed - end * end) / (2 * Self.braking), meters)
        let last = max(speed * speed - 2 * Self.braking * brakingMeters, 0).squareRoot()
        return (meters - brakingMeters) / speed + (speed - last) / Self.braking
    }

    /// The approximate speed in the maneuver, in metres per second; infinite if the vehicle need not slow down.
    private var cornerSpeed: Double {
        switch self {
        case .turnLeft, .turnRight, .onRampLeft, .onRampRight: 5
        case .turnSharpLeft, .turnSharpRight, .turnUTurnClockwise, .turnUTurnCounterclockwise: 4
        case .turnSlightLeft, .turnSlightRight: 10
        default: isRoundabout ? 7 : .infinity
        }
    }
}
