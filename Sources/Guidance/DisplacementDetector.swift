/// Finds the movement that positions alone prove: a displacement by more than their noise.
///
/// A point follows the position at the distance of the noise, and moves only when the position moves further away. While
/// a receiver stands, its positions wander around within this distance, and the point stays; a vehicle takes the point
/// along, however slow it is. From the point to the position is the direction of movement.
struct DisplacementDetector {
    /// Distance of the point in units of the accuracy, about three standard deviations in one direction, and at least,
    /// metres.
    private static let noiseFactor = 1.0
    private static let minNoiseMeters = 4.0
    /// Time in which the distance becomes smaller when the accuracy gets better, seconds: both change from fix to fix.
    private static let settlingSeconds = 60.0

    private var noiseMeters = minNoiseMeters
    /// Metres east and north from the point to the position.
    private var offset = SIMD2<Double>.zero
    /// Unit vector of the last movement, east and north; 0 before the first.
    private(set) var direction = SIMD2<Double>.zero

    /// Takes the step from the last position to the next one, metres east and north; returns the metres that are more
    /// than noise.
    mutating func take(_ step: SIMD2<Double>, accuracy: Double, seconds: Double) -> Double {
        let settled = noiseMeters * max(1 - seconds / Self.settlingSeconds, 0)
        noiseMeters = max(Self.noiseFactor * accuracy, settled, Self.minNoiseMeters)
        offset += step
        let squared = (offset * offset).sum()
        guard squared > noiseMeters * noiseMeters else { return 0 }
        let length = squared.squareRoot()
        direction = offset / length
        offset = direction * noiseMeters
        return length - noiseMeters
    }

    /// Begins again at a position whose distance from the last one is unknown.
    mutating func restart() { offset = .zero }
}
