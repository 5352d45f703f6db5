import Geodesy
import HapticDevices
import Platform
import Positions

/// One vibration as perceived.
struct PerceivedPulse: Hashable, Sendable {
    /// The duration, milliseconds.
    var length: Double
    /// The silence after it, milliseconds, before the next one; 0 for the last.
    var pause: Double
    /// 0...1.
    var strength: Double
    var site: VibrationSite
}

/// Groups vibrations into rhythms, with the errors of human perception in durations, pauses and strengths.
struct RhythmCollector: Sendable {
    /// Standard deviation of a perceived duration or pause, as a share of it.
    private static let lengthError = 0.12
    /// Standard deviation of a perceived strength.
    private static let strengthError = 0.06
    /// Standard deviation of a perceived direction around the waist, degrees.
    private static let directionError = 12.0

    /// The silence that ends a rhythm.
    let breakMilliseconds: Int
    private var pulses: [(begin: Int, vibration: Vibration)] = []
    private var generator: SplitMix64

    init(breakMilliseconds: Int, seed: UInt64) {
        self.breakMilliseconds = breakMilliseconds
        generator = SplitMix64(seed: seed)
    }

    /// Adds a vibration that begins.
    mutating func add(_ vibration: Vibration, at milliseconds: Int) {
        pulses.append((milliseconds, vibration))
    }

    /// Shortens the current vibration, because the device was stopped.
    mutating func cut(at milliseconds: Int) {
        guard let last = pulses.last, last.begin + last.vibration.milliseconds > milliseconds else { return }
        pulses[pulses.count - 1].vibration.milliseconds = max(milliseconds - last.begin, 1)
    }

    /// The rhythm that has ended by a time, if any.
    mutating func ended(at milliseconds: Int) -> (began: Int, pulses: [PerceivedPulse])? {
        guard let last = pulses.last, milliseconds >= last.begin + last.vibration.milliseconds + breakMilliseconds
        else {
            return nil
        }
        let felt = pulses.indices.map { index in
            let (begin, vibration) = pulses[index]
            let next = index + 1 < pulses.count ? pulses[index + 1].begin : begin + vibration.milliseconds
            return PerceivedPulse(
                length: roughly(Double(vibration.milliseconds)),
                pause: roughly(Double(max(next - begin - vibration.milliseconds, 0))),
                strength: min(max(vibration.strength + Self.strengthError * generator.normal(), 0.02), 1),
                site: roughly(vibration.site))
        }
        defer { pulses = [] }
        return (pulses[0].begin, felt)
    }

    private mutating func roughly(_ milliseconds: Double) -> Double {
        milliseconds * max(1 + Self.lengthError * generator.normal(), 0.3)
    }

    private mutating func roughly(_ site: VibrationSite) -> VibrationSite {
        guard case .around(let degrees) = site else { return site }
        return .around(degrees: Angle.normalized(degrees + Self.directionError * generator.normal()))
    }
}
