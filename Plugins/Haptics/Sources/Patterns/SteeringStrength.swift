/// The strength of the pointers of turn until quiet, which grows with the angle to turn.
package struct SteeringStrength: Hashable, Sendable {
    /// Up to this error of the heading, degrees, the strength is ``minStrength``.
    package var minDegrees = 25.0
    /// Share of the pattern's strength, 0.1...1.
    package var minStrength = 0.3
    /// From this error on, degrees, the strength is ``fullStrength``; between the two it grows evenly.
    package var fullDegrees = 90.0
    /// Share of the pattern's strength, not less than ``minStrength``, at most 1.
    package var fullStrength = 1.0

    /// The share for an error of the heading, degrees without a sign.
    package func share(errorDegrees: Double) -> Double {
        guard errorDegrees > minDegrees else { return minStrength }
        guard errorDegrees < fullDegrees else { return fullStrength }
        return minStrength + (fullStrength - minStrength) * (errorDegrees - minDegrees)
            / (fullDegrees - minDegrees)
    }
}
