/// The radius of 95 % around a fix. The factors are calibrated on the drives of the benchmarks.
extension Observation {
    /// Radius in units of the accuracy, which is that of 68 %.
    private static let radiusFactor = 1.15
    /// The same around a position on the route, for the part of the error that its distance from the fix does not show:
    /// with a measured speed and without.
    private static let besideFactor = 0.25
    private static let derivedBesideFactor = 0.5
    /// The more the two differ, the less the movement confirms the fix: the same for a distance of at least the
    /// accuracy.
    private static let differenceFactor = 0.6
    /// The error of a stationary receiver wanders: after this time it has grown by the accuracy, seconds.
    private static let wanderingSeconds = 120.0

    /// The radius that contains the true position with a probability of 95 %, metres.
    var radiusMeters: Double { (Self.radiusFactor + wandering) * accuracy }

    /// The same around a position on the route, this far from the fix in metres.
    func radiusMeters(awayMeters: Double) -> Double {
        let factor = isSpeedMeasured ? Self.besideFactor : Self.derivedBesideFactor
        return awayMeters + Self.differenceFactor * min(awayMeters, accuracy) + (factor + wandering) * accuracy
    }

    private var wandering: Double {
        standingSeconds > 0 ? (standingSeconds / Self.wanderingSeconds).squareRoot() : 0
    }
}
