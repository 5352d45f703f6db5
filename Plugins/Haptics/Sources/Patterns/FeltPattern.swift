import Geodesy
import NavigationEvents

/// A pattern as it is felt on the motors of a device, by somebody who can tell so much and no more.
struct FeltPattern: Hashable, Sendable {
    /// A difference of strength that is just felt, 0...1 of what the motor can do.
    static let strengthStep = 0.2
    /// A difference of time that is just felt, milliseconds; of longer times it is ``timeShare``.
    static let timeStep = 50.0
    static let timeShare = 0.2
    /// A difference of the number of pulses that is just felt: 1 of 5.
    static let countShare = 0.2

    /// A vibration, and the silence behind it.
    struct Part: Hashable, Sendable {
        /// Of each motor, 0...1.
        var strengths: [Double]
        var milliseconds: Double
        /// Behind the last one there is as much as one likes.
        var pauseMilliseconds: Double
    }

    private(set) var parts: [Part] = []

    /// How pulses are felt.
    ///
    /// - Parameters:
    ///   - motors: Those of the device.
    ///   - wayDegrees: Where the signal leads, clockwise from straight ahead; `nil` if nowhere.
    ///   - share: Of the pulses' strength.
    init(_ pulses: [Pulse], on motors: HapticMotors, wayDegrees: Double?, share: Double = 1) {
        for pulse in pulses {
            let site = VibrationSite(pulse.side, wayDegrees: wayDegrees, on: motors)
            let part = Part(
                strengths: motors.strengths(pulse.strength * share, at: site), milliseconds: Double(pulse.milliseconds),
                pauseMilliseconds: Double(pulse.pauseMilliseconds))
            if let last = parts.last, last.runsInto(part) {
                parts[parts.count - 1].append(part)
            } else {
                parts.append(part)
            }
        }
    }

    /// How many just felt differences there are between two patterns, in what differs most; 0 if they are felt alike.
    func steps(to other: FeltPattern) -> Double {
        let (few, many) = (min(parts.count, other.parts.count), max(parts.count, other.parts.count))
        guard few > 0 else { return many == 0 ? 0 : 100 }
        var most = Double(many - few) / (Double(few) * Self.countShare)
        if few < many { most = max(most, Self.timeSteps(durationMilliseconds, other.durationMilliseconds)) }
        for (index, (one, two)) in zip(parts, other.parts).enumerated() {
            for (strength, other) in zip(one.strengths, two.strengths) {
                most = max(most, abs(strength - other) / Self.strengthStep)
            }
            most = max(most, Self.timeSteps(one.milliseconds, two.milliseconds))
            // Behind the last one there is silence, however long.
            if index < few - 1 { most = max(most, Self.timeSteps(one.pauseMilliseconds, two.pauseMilliseconds)) }
        }
        return most
    }

    private var durationMilliseconds: Double {
        parts.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds } - (parts.last?.pauseMilliseconds ?? 0)
    }

    private static func timeSteps(_ one: Double, _ two: Double) -> Double {
        abs(one - two) / max(timeStep, timeShare * min(one, two))
    }
}

extension FeltPattern.Part {
    /// Whether nobody feels where this one ends and the next begins.
    fileprivate func runsInto(_ next: FeltPattern.Part) -> Bool {
        pauseMilliseconds < FeltPattern.timeStep
            && zip(strengths, next.strengths).allSatisfy { abs($0 - $1) < FeltPattern.strengthStep }
    }

    fileprivate mutating func append(_ next: FeltPattern.Part) {
        let whole = milliseconds + next.milliseconds
        strengths = zip(strengths, next.strengths).map { ($0 * milliseconds + $1 * next.milliseconds) / whole }
        milliseconds = whole + pauseMilliseconds
        pauseMilliseconds = next.pauseMilliseconds
    }
}

extension HapticMotors {
    /// So many motors: one, left and right, or a ring; `nil` if there is no such device.
    init?(count: Int) {
        switch count {
        case 1: self = .one
        case 2: self = .two
        case PatternLanguage.ring: self = .ring(count)
        default: return nil
        }
    }

    /// How many there are.
    var count: Int {
        switch self {
        case .one: 1
        case .two: 2
        case .ring(let count): count
        }
    }

    /// The strength of each motor for a vibration at a site: of two, the first is left.
    func strengths(_ strength: Double, at site: VibrationSite) -> [Double] {
        var strengths = [Double](repeating: 0, count: count)
        for motor in indices(of: site) { strengths[motor] = strength }
        return strengths
    }

    /// The motors that a vibration at a site is felt at.
    private func indices(of site: VibrationSite) -> [Int] {
        let degrees: Double
        switch site {
        case .all: return Array(0..<count)
        case .left: degrees = 270
        case .right: degrees = 90
        case .around(let way): degrees = way
        }
        switch self {
        case .one: return [0]
        case .two: return [Angle.turn(from: 0, to: degrees) < 0 ? 0 : 1]
        case .ring(let count):
            return [Int(clamping: (Angle.normalized(degrees) / 360 * Double(count)).rounded()) % count]
        }
    }
}
