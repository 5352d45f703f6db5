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

    /// From its beginning until it is felt no more, milliseconds.
    var durationMilliseconds: Int {
        pulses.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds } - (pulses.last?.pauseMilliseconds ?? 0)
    }

    init(startSeconds: Double, words: String, pulses: [Pulse]) {
        self.startSeconds = startSeconds
        self.words = words
        self.pulses = pulses
    }

    /// The command for a signal.
    ///
    /// - Parameter strength: 0...1 of what the table of patterns says.
    init(_ signal: HapticSignal, table: PatternTable = .wristband, startSeconds: Double, strength: Double) {
        let share = strength * Self.steeringStrength(signal)
        self.init(
            startSeconds: startSeconds, words: signal.words,
            pulses: signal.patterns.flatMap(table.pulses).map {
                Pulse($0.strength * share, $0.milliseconds, pause: $0.pauseMilliseconds, at: $0.side)
            })
    }

    /// Steering is the stronger the more there is to turn: 0.3 at 25 degrees to 1 at 90.
    private static func steeringStrength(_ signal: HapticSignal) -> Double {
        guard case .steer(_, let error, _) = signal else { return 1 }
        return min(1, max(0.3, 0.3 + 0.7 * (error - 25) / 65))
    }
}
