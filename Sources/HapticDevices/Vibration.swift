import Geodesy

/// One vibration of a device.
package struct Vibration: Hashable, Sendable {
    /// The motors that vibrate.
    package var site: VibrationSite
    /// 0...1 of what the motor can do.
    package var strength: Double
    /// The duration, 1...5000.
    package var milliseconds: Int
}

/// The motors of a vibration. A device with fewer motors uses those it has.
package enum VibrationSite: Hashable, Sendable {
    /// All motors.
    case all
    /// The left one of two motors.
    case left
    /// The right one of two motors.
    case right
    /// The motor nearest to this direction, degrees clockwise from straight ahead, 0..<360.
    case around(degrees: Double)
}

extension VibrationSite {
    /// Within this angle of straight ahead and straight back, both sides vibrate.
    static let middleDegrees = 20.0

    /// The site of a pulse on a device with these motors.
    ///
    /// - Parameters:
    ///   - side: The side of the pulse.
    ///   - relativeBearingDegrees: The direction of the signal, clockwise from straight ahead; `nil` if it has none.
    ///   - motors: The motors of the device.
    package init(_ side: PulseSide, relativeBearingDegrees: Double?, on motors: HapticMotors) {
        switch motors {
        case .one: self = .all
        case .two: self = Self.ofTwo(side, relativeBearingDegrees)
        case .ring: self = Self.around(side, relativeBearingDegrees)
        }
    }

    private static func ofTwo(_ side: PulseSide, _ relativeBearingDegrees: Double?) -> VibrationSite {
        switch side {
        case .all, .front, .back: return .all
        case .left: return .left
        case .right: return .right
        case .way:
            guard let relativeBearingDegrees else { return .all }
            let turn = Angle.turn(from: 0, to: relativeBearingDegrees)
            guard (middleDegrees...(180 - middleDegrees)).contains(abs(turn)) else { return .all }
            return turn < 0 ? .left : .right
        }
    }

    private static func around(_ side: PulseSide, _ relativeBearingDegrees: Double?) -> VibrationSite {
        switch side {
        case .all: .all
        case .front: .around(degrees: 0)
        case .right: .around(degrees: 90)
        case .back: .around(degrees: 180)
        case .left: .around(degrees: 270)
        case .way: relativeBearingDegrees.map { .around(degrees: Angle.normalized($0)) } ?? .all
        }
    }
}

extension Vibration {
    /// The longest vibration of a device.
    static let maxMilliseconds = 5000

    /// A pulse on a device with these motors.
    package init(_ pulse: Pulse, relativeBearingDegrees: Double?, on motors: HapticMotors) {
        self.init(
            site: VibrationSite(pulse.side, relativeBearingDegrees: relativeBearingDegrees, on: motors),
            strength: min(max(pulse.strength, 0), 1),
            milliseconds: min(max(pulse.milliseconds, 1), Self.maxMilliseconds))
    }
}
