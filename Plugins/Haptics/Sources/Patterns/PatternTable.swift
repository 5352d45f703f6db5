package import HapticDevices

/// The pulses of all situations. Some tables ship with navbus; users write others.
package struct PatternTable: Hashable, Sendable {
    /// The name in reports: that of a table that ships with navbus, or the path of a file.
    package var name: String
    /// Its purpose, in one line.
    package var summary = ""
    /// The device for which it is written; other devices play its sides as far as they have motors.
    package var motors = HapticMotors.one
    /// The strength of a pointer.
    package var steering = SteeringStrength()
    /// The pulses of each situation; a situation without pulses is not played.
    package var patterns: [PatternName: [Pulse]]

    /// The pulses of a situation, in order.
    package func pulses(_ name: PatternName) -> [Pulse] { patterns[name] ?? [] }
}
