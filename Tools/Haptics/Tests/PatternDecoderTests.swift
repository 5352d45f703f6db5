import HapticDevices
import Platform
import TestSupport
import Testing

@testable import Haptics
@testable import HapticsTools

/// The recognition of rhythms by a walker.
@Suite struct PatternDecoderTests {
    private static func felt(
        _ pulses: [Pulse], way: Double?, on motors: HapticMotors, _ generator: inout some RandomNumberGenerator
    ) -> [PerceivedPulse] {
        pulses.enumerated().map { index, pulse in
            let rough = Double.random(in: 0.9...1.1, using: &generator)
            return PerceivedPulse(
                length: Double(pulse.milliseconds) * rough,
                pause: index + 1 < pulses.count ? Double(pulse.pauseMilliseconds) * rough : 0,
                strength: pulse.strength, site: VibrationSite(pulse.side, relativeBearingDegrees: way, on: motors))
        }
    }

    @Test(arguments: PatternFolder.ofProgram.names)
    func `roughly perceived patterns are recognized`(name: String) throws {
        let table = try PatternFolder.ofProgram.table(name)
        var generator = SplitMix64.announced(for: "felt patterns")
        let decoder = PatternDecoder(table, mode: .both)
        let passing: Set<PatternName> = [
            .roundaboutExit, .calibrating, .calibrated, .notCalibrated, .muted, .unmuted,
        ]
        for pattern in PatternName.allCases where !passing.contains(pattern) && !table.pulses(pattern).isEmpty {
            let way: Double? = pattern.side.map { $0 == .left ? 270 : 90 }
            let felt = Self.felt(table.pulses(pattern), way: way, on: table.motors, &generator)
            #expect(decoder.meaning(of: felt)?.name == pattern)
        }
    }

    @Test func `exits are counted`() {
        let table = PatternTable.wristband
        var generator = SplitMix64.announced(for: "exits")
        let pulses = table.pulses(.nowRoundabout) + table.pulses(.roundaboutExit) + table.pulses(.roundaboutExit)
        let felt = Self.felt(pulses, way: nil, on: .one, &generator)
        let meaning = PatternDecoder(table, mode: .turns).meaning(of: felt)
        #expect(meaning?.name == .nowRoundabout && meaning?.exits == 2)
    }

    @Test func `an unknown rhythm is not recognized`() {
        let felt = (0..<12).map { _ in PerceivedPulse(length: 30, pause: 20, strength: 1, site: .all) }
        #expect(PatternDecoder(.wristband, mode: .compass).meaning(of: felt) == nil)
    }
}
