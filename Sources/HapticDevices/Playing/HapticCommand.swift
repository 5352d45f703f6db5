import Geodesy

/// A command to an actuator: pulses that end by themselves, so that a lost link ends the vibration.
package struct HapticCommand: Hashable, Sendable {
    /// The start, seconds since the first fix of the navigation.
    package var startSeconds: Double
    /// The name of the signal for logs and reports.
    package var words: String
    /// The pulses, in order; the pause of the last one does not count.
    package var pulses: [Pulse]
    /// The direction of the signal, degrees clockwise from straight ahead, 0..<360; `nil` if it has none.
    package var relativeBearingDegrees: Double?
    /// The time after which it may not begin any more, seconds: a later pulse would mislead.
    package var validSeconds = 2.0

    /// The minimum strength of a pulse, unless the table has a weaker one.
    package static let minStrength = 0.05

    /// The duration from the beginning to the end of the last pulse, milliseconds.
    package var durationMilliseconds: Int {
        pulses.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds } - (pulses.last?.pauseMilliseconds ?? 0)
    }

    /// Makes a command without a direction, which may begin within two seconds.
    package init(startSeconds: Double, words: String, pulses: [Pulse]) {
        self.startSeconds = startSeconds
        self.words = words
        self.pulses = pulses
    }
}
