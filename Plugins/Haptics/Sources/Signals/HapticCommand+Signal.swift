import Geodesy
import HapticDevices

extension HapticCommand {
    /// The command for a signal, with the pulses of the table; for a roundabout with an exit pulse for each exit to
    /// count.
    ///
    /// - Parameters:
    ///   - signal: The signal.
    ///   - table: The table of patterns.
    ///   - startSeconds: The start, seconds of the drive.
    ///   - strength: Share of each pattern's strength, 0...1.
    /// - Returns: A command without pulses if the signal is switched off in the table.
    init(_ signal: HapticSignal, table: PatternTable = .wristband, startSeconds: Double, strength: Double) {
        var share = strength
        var way = signal.patterns.first?.relativeBearingDegrees
        if case .steer(let side, let error, _) = signal {
            share *= table.steering.share(errorDegrees: abs(error))
            way = Angle.normalized(side == .left ? -abs(error) : abs(error))
        }
        // Exit pulses without the pattern of the roundabout would mislead.
        let isOn = signal.patterns.first.map { !table.pulses($0).isEmpty } ?? false
        self.init(
            startSeconds: startSeconds, words: signal.words,
            pulses: !isOn
                ? []
                : signal.patterns.flatMap(table.pulses).map {
                    Pulse(
                        min(max($0.strength * share, min($0.strength, Self.minStrength)), 1), $0.milliseconds,
                        pause: $0.pauseMilliseconds, at: $0.side)
                })
        relativeBearingDegrees = way
        validSeconds = signal.patterns.first?.validSeconds ?? validSeconds
    }
}

extension PatternName {
    /// The time after which it may not begin any more, seconds: a pointer is repeated after a second, and a turn is
    /// soon over, while the arrival may be played later.
    var validSeconds: Double {
        switch self {
        case .steerLeft, .steerRight, .steerBehind, .onCourse, .calibrating: 1
        case .nowLeft, .nowRight, .nowAhead, .nowAround, .nowRoundabout, .roundaboutExit: 2
        case .prepareLeft, .prepareRight, .prepareAhead, .prepareAround, .prepareRoundabout, .muted, .unmuted: 5
        case .offRoute, .positionUnreliable, .headingUnknown, .rerouted, .notCalibrated: 8
        case .stopover, .arrived, .ended, .calibrated: 30
        }
    }
}
