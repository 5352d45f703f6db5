import Geodesy
package import HapticDevices
import NavigationEvents

/// A pattern as perceived on the motors of a device, with the resolution of human perception.
struct PerceivedPattern: Hashable, Sendable {
    /// The smallest perceptible difference of strength, 0...1 of what the motor can do.
    static let strengthStep = 0.2
    /// The smallest perceptible difference of time, milliseconds; of longer times it is ``timeShare``.
    static let timeStep = 50.0
    static let timeShare = 0.2
    /// The smallest perceptible difference of the number of pulses: 1 of 5.
    static let countShare = 0.2

    /// A vibration, and the silence after it.
    struct Part: Hashable, Sendable {
        /// The strength of each motor, 0...1.
        var strengths: [Double]
        var milliseconds: Double
        /// The silence after the last part is unlimited.
        var pauseMilliseconds: Double
    }

    private(set) var parts: [Part] = []

    /// Computes the perception of pulses.
    ///
    /// - Parameters:
    ///   - pulses: The pulses.
    ///   - motors: The motors of the device.
    ///   - relativeBearingDegrees: The direction of the signal, clockwise from straight ahead; `nil` for none.
    ///   - share: Factor of the strength of the pulses.
    init(_ pulses: [Pulse], on motors: HapticMotors, relativeBearingDegrees: Double?, share: Double = 1) {
        for pulse in pulses {
            let site = VibrationSite(pulse.side, relativeBearingDegrees: relativeBearingDegrees, on: motors)
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

    /// The number of smallest perceptible differences between two patterns, where they differ most; 0 if they feel
    /// alike.
    func steps(to other: PerceivedPattern) -> Double {
        let (few, many) = (min(parts.count, other.parts.count), max(parts.count, other.parts.count))
        guard few > 0 else { return many == 0 ? 0 : 100 }
        var most = Double(many - few) / (Double(few) * Self.countShare)
        if few < many { most = max(most, Self.timeSteps(durationMilliseconds, other.durationMilliseconds)) }
        for (index, (one, two)) in zip(parts, other.parts).enumerated() {
            for (strength, other) in zip(one.strengths, two.strengths) {
                most = max(most, abs(strength - other) / Self.strengthStep)
            }
            most = max(most, Self.timeSteps(one.milliseconds, two.milliseconds))
            // After the last part there is silence, however long.
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

extension PerceivedPattern.Part {
    /// Whether the boundary between this part and the next is imperceptible.
    fileprivate func runsInto(_ next: PerceivedPattern.Part) -> Bool {
        pauseMilliseconds < PerceivedPattern.timeStep
            && zip(strengths, next.strengths).allSatisfy { abs($0 - $1) < PerceivedPattern.strengthStep }
    }

    fileprivate mutating func append(_ next: PerceivedPattern.Part) {
        let whole = milliseconds + next.milliseconds
        strengths = zip(strengths, next.strengths).map { ($0 * milliseconds + $1 * next.milliseconds) / whole }
        milliseconds = whole + pauseMilliseconds
        pauseMilliseconds = next.pauseMilliseconds
    }
}

extension HapticMotors {
    /// A device with this number of motors: one, left and right, or a ring; `nil` if there is no such device.
    package init?(count: Int) {
        switch count {
        case 1: self = .one
        case 2: self = .two
        case PatternLanguage.ring: self = .ring(count)
        default: return nil
        }
    }

    /// The number of motors.
    package var count: Int {
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

    /// The motors that vibrate at a site.
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
