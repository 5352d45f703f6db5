/// One vibration and the silence after it.
package struct Pulse: Hashable, Sendable {
    /// 0...1 of what the motor can do.
    package var strength: Double
    /// The duration, milliseconds.
    package var milliseconds: Int
    /// The silence after it, milliseconds.
    package var pauseMilliseconds: Int
    /// The side of the device that vibrates.
    package var side: PulseSide

    /// Makes a pulse.
    ///
    /// - Parameters:
    ///   - strength: 0...1 of what the motor can do.
    ///   - milliseconds: The duration.
    ///   - pauseMilliseconds: The silence after it.
    ///   - side: The side of the device.
    package init(_ strength: Double, _ milliseconds: Int, pause pauseMilliseconds: Int, at side: PulseSide = .all) {
        self.strength = strength
        self.milliseconds = milliseconds
        self.pauseMilliseconds = pauseMilliseconds
        self.side = side
    }
}

/// The side of a device with several motors on which a pulse plays.
package enum PulseSide: String, CaseIterable, Sendable {
    /// All motors, or those on this side of the wearer.
    case all, left, right, front, back
    /// The direction of the signal: the side of the turn, or the motor nearest to the direction.
    case way
}
