import Geodesy

/// What an actuator is told: pulses that end by themselves, so that a lost link ends the vibration.
struct HapticCommand: Hashable, Sendable {
    /// When it begins, seconds since the navigation's first fix.
    var startSeconds: Double
    /// For logs and reports.
    var words: String
    var pulses: [Pulse]
    /// Where the signal leads, degrees clockwise from straight ahead, 0..<360; `nil` if nowhere.
    var wayDegrees: Double?
    /// How long after it was given it may still begin, seconds: what comes later would mislead.
    var validSeconds = 2.0

    /// What the table makes felt is never weaker.
    static let leastStrength = 0.05

    /// From its beginning until it is felt no more, milliseconds.
    var durationMilliseconds: Int {
        pulses.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds } - (pulses.last?.pauseMilliseconds ?? 0)
    }

    init(startSeconds: Double, words: String, pulses: [Pulse]) {
        self.startSeconds = startSeconds
        self.words = words
        self.pulses = pulses
    }

    /// The command for a signal: what the table says of it, and for a roundabout an exit pulse for each exit to count.
    ///
    /// - Parameters:
    ///   - strength: 0...1 of what the table of patterns says.
    /// - Returns: A command without pulses if the signal is switched off in the table.
    init(_ signal: HapticSignal, table: PatternTable = .wristband, startSeconds: Double, strength: Double) {
        var share = strength
        var way = signal.patterns.first?.wayDegrees
        if case .steer(let side, let error, _) = signal {
            share *= table.steering.share(errorDegrees: abs(error))
            way = Angle.normalized(side == .left ? -abs(error) : abs(error))
        }
        // Exits alone, without the roundabout before them, would mislead.
        let isOn = signal.patterns.first.map { !table.pulses($0).isEmpty } ?? false
        self.init(
            startSeconds: startSeconds, words: signal.words,
            pulses: !isOn
                ? []
                : signal.patterns.flatMap(table.pulses).map {
                    Pulse(
                        min(max($0.strength * share, min($0.strength, Self.leastStrength)), 1), $0.milliseconds,
                        pause: $0.pauseMilliseconds, at: $0.side)
                })
        wayDegrees = way
        validSeconds = signal.patterns.first?.validSeconds ?? validSeconds
    }
}

extension PatternName {
    /// How long after its time it may still begin, seconds: a pointer comes again in a second, and a turn is over soon,
    /// while the arrival may be felt later too.
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
