/// How much of their strength the pointers of turn-until-quiet have: the more there is to turn, the more.
struct SteeringStrength: Hashable, Sendable {
    /// Up to this error of the heading, degrees, ``leastStrength`` is felt.
    var leastDegrees = 25.0
    /// Share of the pattern's strength, 0.1...1.
    var leastStrength = 0.3
    /// From this error on, degrees, ``fullStrength`` is felt; between the two it grows evenly.
    var fullDegrees = 90.0
    /// Share of the pattern's strength, not less than ``leastStrength``, at most 1.
    var fullStrength = 1.0

    /// The share for an error of the heading, degrees without a sign.
    func share(errorDegrees: Double) -> Double {
        guard errorDegrees > leastDegrees else { return leastStrength }
        guard errorDegrees < fullDegrees else { return fullStrength }
        return leastStrength + (fullStrength - leastStrength) * (errorDegrees - leastDegrees)
            / (fullDegrees - leastDegrees)
    }
}
