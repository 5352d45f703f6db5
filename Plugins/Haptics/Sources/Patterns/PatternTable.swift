/// The pulses of all situations. Some tables ship with navbus; users write others.
struct PatternTable: Hashable, Sendable {
    /// The name in reports: that of a table that ships with navbus, or the path of a file.
    var name: String
    /// Its purpose, in one line.
    var summary = ""
    /// The device for which it is written; other devices play its sides as far as they have motors.
    var motors = HapticMotors.one
    /// The strength of a pointer.
    var steering = SteeringStrength()
    /// The pulses of each situation; a situation without pulses is not played.
    var patterns: [PatternName: [Pulse]]

    /// The pulses of a situation, in order.
    func pulses(_ name: PatternName) -> [Pulse] { patterns[name] ?? [] }
}
