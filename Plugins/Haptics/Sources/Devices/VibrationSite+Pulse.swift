import Geodesy

extension VibrationSite {
    /// Straight ahead and straight back are felt on both sides, within so many degrees.
    static let middleDegrees = 20.0

    /// Where a pulse is felt on a device with these motors.
    ///
    /// - Parameter wayDegrees: Where the signal leads, clockwise from straight ahead; `nil` if nowhere.
    init(_ side: PulseSide, wayDegrees: Double?, on motors: HapticMotors) {
        switch motors {
        case .one: self = .all
        case .two: self = Self.ofTwo(side, wayDegrees)
        case .ring: self = Self.around(side, wayDegrees)
        }
    }

    private static func ofTwo(_ side: PulseSide, _ wayDegrees: Double?) -> VibrationSite {
        switch side {
        case .all, .front, .back: return .all
        case .left: return .left
        case .right: return .right
        case .way:
            guard let wayDegrees else { return .all }
            let turn = Angle.turn(from: 0, to: wayDegrees)
            guard (middleDegrees...(180 - middleDegrees)).contains(abs(turn)) else { return .all }
            return turn < 0 ? .left : .right
        }
    }

    private static func around(_ side: PulseSide, _ wayDegrees: Double?) -> VibrationSite {
        switch side {
        case .all: .all
        case .front: .around(degrees: 0)
        case .right: .around(degrees: 90)
        case .back: .around(degrees: 180)
        case .left: .around(degrees: 270)
        case .way: wayDegrees.map { .around(degrees: Angle.normalized($0)) } ?? .all
        }
    }
}

extension Vibration {
    /// What a device is told at most.
    static let longestMilliseconds = 5000

    /// A pulse on a device with these motors.
    init(_ pulse: Pulse, wayDegrees: Double?, on motors: HapticMotors) {
        self.init(
            site: VibrationSite(pulse.side, wayDegrees: wayDegrees, on: motors),
            strength: min(max(pulse.strength, 0), 1),
            milliseconds: min(max(pulse.milliseconds, 1), Self.longestMilliseconds))
    }
}
