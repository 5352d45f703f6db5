import Geodesy
import Glibc

/// The interpretation of a rhythm by a walker.
struct RecognizedPattern: Hashable, Sendable {
    var name: PatternName
    /// The number of exit pulses after a roundabout.
    var exits = 0
    /// The perceived strength, 0...1 of the pattern's own strength.
    var strength = 1.0
    /// The perceived direction, degrees clockwise from straight ahead, -180..<180; `nil` on devices with one motor.
    var relativeBearingDegrees: Double?
}

/// A walker's knowledge of a table of patterns: recognizes each rhythm as the most similar pattern, or as none.
struct PatternDecoder: Sendable {
    /// The limit of the difference for each pulse, above which no pattern is recognized.
    private static let maxDifferencePerPulse = 9.0
    private static let missingPulse = 12.0
    private static let wrongSide = 9.0
    /// The differences that count as one: of durations and pauses as a logarithm, of strengths.
    private static let (lengthStep, pauseStep, strengthStep, loudnessStep) = (0.3, 0.4, 0.25, 0.4)
    /// Steering is weaker at a smaller angle.
    private static let weakestSteering = 0.3
    private static let maxExits = 6

    private struct Candidate: Sendable {
        var name: PatternName
        var exits: Int
        var pulses: [Pulse]
    }

    private let candidates: [Candidate]
    /// The silence that ends a rhythm, milliseconds: longer than every pause within one.
    let breakMilliseconds: Int

    /// Learns a table, without the patterns that are not played in a mode.
    init(_ table: PatternTable, mode: HapticsSettings.ModeChoice) {
        let names = PatternName.allCases.filter { $0 != .roundaboutExit && Self.isFelt($0, in: mode) }
        candidates = names.flatMap { name -> [Candidate] in
            let isRoundabout = name == .prepareRoundabout || name == .nowRoundabout
            return (0...(isRoundabout ? Self.maxExits : 0)).map { exits in
                let counted = Array(repeating: table.pulses(.roundaboutExit), count: exits)
                return Candidate(name: name, exits: exits, pulses: table.pulses(name) + counted.flatMap(\.self))
            }
        }.filter { !$0.pulses.isEmpty }
        let pauses = candidates.flatMap { $0.pulses.dropLast().map(\.pauseMilliseconds) }
        // The silence between two signals is 400 ms.
        breakMilliseconds = min(max((pauses.max() ?? 0) + 40, 250), PulsePlayer.gapMilliseconds - 20)
    }

    private static func isFelt(_ name: PatternName, in mode: HapticsSettings.ModeChoice) -> Bool {
        switch name {
        case .prepareLeft, .prepareRight, .prepareAhead, .prepareAround, .nowLeft, .nowRight, .nowAhead, .nowAround,
            .prepareRoundabout, .nowRoundabout, .roundaboutExit:
            mode.hasTurns
        case .steerLeft, .steerRight, .steerBehind, .onCourse, .headingUnknown: mode.hasCompass
        // A walker neither calibrates nor mutes.
        case .calibrating, .calibrated, .notCalibrated, .muted, .unmuted: false
        default: true
        }
    }

    /// The interpretation of a rhythm; `nil` if no pattern is similar.
    func meaning(of felt: [PerceivedPulse]) -> RecognizedPattern? {
        let way = Self.way(of: felt)
        let best = candidates.map { ($0, difference(of: felt, to: $0, way)) }.min { $0.1 < $1.1 }
        guard let (candidate, unlike) = best, unlike <= Self.maxDifferencePerPulse * Double(felt.count) else {
            return nil
        }
        let loudest = candidate.pulses.map(\.strength).max() ?? 1
        return RecognizedPattern(
            name: candidate.name, exits: candidate.exits,
            strength: min(Self.loudness(felt) / max(loudest, 0.01), 1), relativeBearingDegrees: way)
    }

    private func difference(of felt: [PerceivedPulse], to candidate: Candidate, _ way: Double?) -> Double {
        let pulses = candidate.pulses
        var sum = Self.missingPulse * Double(abs(felt.count - pulses.count))
        let (feltLoudness, loudness) = (Self.loudness(felt), max(pulses.map(\.strength).max() ?? 1, 0.01))
        for (index, (one, pulse)) in zip(felt, pulses).enumerated() {
            sum += Self.square(log(one.length / Double(max(pulse.milliseconds, 1))) / Self.lengthStep)
            sum += Self.square(
                (one.strength / max(feltLoudness, 0.01) - pulse.strength / loudness) / Self.strengthStep)
            guard index + 1 < min(felt.count, pulses.count) else { continue }
            sum += Self.square(log((one.pause + 30) / (Double(pulse.pauseMilliseconds) + 30)) / Self.pauseStep)
        }
        let weakest = candidate.name.isSteering ? Self.weakestSteering * loudness : loudness
        let strange = feltLoudness < weakest ? weakest - feltLoudness : max(feltLoudness - loudness, 0)
        sum += Self.square(strange / Self.loudnessStep)
        if let side = candidate.name.side, let way, abs(way) > 10, abs(way) < 170, (way < 0 ? .left : .right) != side {
            sum += Self.wrongSide
        }
        return sum
    }

    /// The direction of a rhythm: that of its first pulse with a side.
    private static func way(of felt: [PerceivedPulse]) -> Double? {
        for pulse in felt {
            switch pulse.site {
            case .all: continue
            case .left: return -90
            case .right: return 90
            case .around(let degrees): return Angle.turn(from: 0, to: degrees)
            }
        }
        return nil
    }

    private static func loudness(_ felt: [PerceivedPulse]) -> Double { felt.map(\.strength).max() ?? 0 }

    private static func square(_ number: Double) -> Double { number * number }
}

extension PatternName {
    var isSteering: Bool { self == .steerLeft || self == .steerRight || self == .steerBehind }

    /// The side that the pattern expresses, if any.
    var side: Side? {
        switch self {
        case .prepareLeft, .nowLeft, .steerLeft: .left
        case .prepareRight, .nowRight, .steerRight: .right
        default: nil
        }
    }
}
