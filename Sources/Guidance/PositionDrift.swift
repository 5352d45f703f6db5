/// The displacement of positions that no movement explains: the drift of a receiver that stands, and jumps.
///
/// It is an error of the position besides its accuracy, which fades while the vehicle drives on. A jump back cancels it.
struct PositionDrift {
    private static let fadingSeconds = 30.0
    private static let maxMeters = 40.0
    /// A smaller error is none, metres.
    private static let minMeters = 1.0
    /// A jump to a position whose accuracy is better than the last one by this factor corrects the error of the last one.
    private static let correctedAccuracy = 0.6

    // Metres east and north.
    private var standing = SIMD2<Double>.zero
    private var jumps = SIMD2<Double>.zero
    /// Whether there is no such error.
    private(set) var isNone = true

    /// Adds a jump, metres east and north.
    mutating func jump(by meters: SIMD2<Double>, accuracy: Double, lastAccuracy: Double) {
        jumps = accuracy < Self.correctedAccuracy * lastAccuracy ? .zero : jumps + meters
        isNone = false
    }

    /// Advances by the seconds since the last fix; `step` is the displacement since then, metres east and north, of a
    /// vehicle that stands, and `nil` if it moves.
    mutating func advance(seconds: Double, standing step: SIMD2<Double>?) {
        let share = max(1 - seconds / Self.fadingSeconds, 0)
        jumps *= share
        if let step { standing += step } else { standing *= share }
        isNone = step == nil && (standing * standing).sum() + (jumps * jumps).sum() < Self.minMeters * Self.minMeters
        if isNone { (standing, jumps) = (.zero, .zero) }
    }

    /// Square metres of the error.
    var variance: Double { Self.limited(standing + jumps) }

    /// Square metres of the error by jumps alone: where a vehicle that stands is, its drifting positions tell best.
    var jumpVariance: Double { Self.limited(jumps) }

    private static func limited(_ meters: SIMD2<Double>) -> Double {
        min((meters * meters).sum(), maxMeters * maxMeters)
    }
}
