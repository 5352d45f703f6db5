/// Measures by how much the positions of a receiver lag behind its velocity, and moves them to the time of the fix.
///
/// Some receivers and programs smooth positions, so that these are those of seconds ago, while speed and course are
/// present. Positions minus the distance by the velocity are then not constant: they change with each change of the
/// velocity, by the lag. A regression over the last minutes measures it; a constant velocity shows nothing.
struct PositionLag {
    /// Older positions and velocities count less, seconds: in one change of the velocity, and in the regression.
    private static let highPassSeconds = 20.0
    private static let memorySeconds = 120.0
    /// Intervals between fixes at which a lag is measured, seconds.
    private static let intervals = 0.6...1.6
    static let maxAccuracyMeters = 25.0
    /// A longer step between two fixes is an outlier, metres.
    private static let maxStepMeters = 200.0
    /// Changes of the velocity that suffice, (m/s)² · s.
    private static let minInformation = 300.0
    /// Smaller lags are usual, and not corrected; a larger one is not a lag, seconds.
    private static let minLag = 1.3
    private static let keptLag = 1.0
    private static let maxLag = 4.0
    /// Share of the variance that the lag must explain: to correct it, and to continue.
    private static let clearCorrelation = 0.5
    private static let keptCorrelation = 0.35

    /// The lag that is corrected, seconds; 0 if there is none.
    private(set) var seconds = 0.0

    /// Position minus the distance by the velocity, and the velocity, both without their means, metres and m/s.
    private var error = SIMD2<Double>.zero
    private var change = SIMD2<Double>.zero
    private var lastVelocity = SIMD2<Double>.zero
    private var previousChange = SIMD2<Double>.zero
    /// The displacements by the velocity in the last four intervals, the newest first, metres.
    private var steps = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    private var isBegun = false
    // Sums of the regression.
    private var errorChange = 0.0
    private var changeChange = 0.0
    private var errorError = 0.0

    /// Processes a fix.
    ///
    /// - Parameters:
    ///   - velocity: Metres per second east and north; `nil` if unknown.
    ///   - step: Metres east and north since the previous fix, by the positions.
    ///   - interval: Seconds since then.
    ///   - isReliable: Whether velocity and position are good enough to measure the lag.
    /// - Returns: Metres east and north by which the position lags.
    mutating func take(
        _ velocity: SIMD2<Double>?, _ step: SIMD2<Double>, after interval: Double, isReliable: Bool
    ) -> SIMD2<Double> {
        guard let velocity, Self.intervals.contains(interval),
            (step * step).sum() < Self.maxStepMeters * Self.maxStepMeters
        else {
            isBegun = false
            return .zero
        }
        guard isBegun else {
            begin(velocity)
            return .zero
        }
        let driven = (velocity + lastVelocity) * (interval / 2)
        let keep = 1 - interval / Self.highPassSeconds
        error = error * keep + step - driven
        // The mean velocity of a lag of two or three seconds is that of a second ago.
        let oldChange = previousChange
        previousChange = change
        change = change * keep + velocity - lastVelocity
        lastVelocity = velocity
        steps = (driven, steps.0, steps.1, steps.2)
        if isReliable { learn(oldChange, interval) }
        return seconds > 0 ? lagging(interval) : .zero
    }

    private mutating func begin(_ velocity: SIMD2<Double>) {
        (error, change, previousChange, lastVelocity) = (.zero, .zero, .zero, velocity)
        steps = (.zero, .zero, .zero, .zero)
        isBegun = true
    }

    private mutating func learn(_ change: SIMD2<Double>, _ interval: Double) {
        let keep = 1 - interval / Self.memorySeconds
        errorChange = errorChange * keep - (error * change).sum() * interval
        changeChange = changeChange * keep + (change * change).sum() * interval
        errorError = errorError * keep + (error * error).sum() * interval
        let isKnown = seconds > 0
        guard changeChange > Self.minInformation,
            errorChange > (isKnown ? Self.keptLag : Self.minLag) * changeChange,
            errorChange < Self.maxLag * changeChange,
            errorChange * errorChange
                > (isKnown ? Self.keptCorrelation : Self.clearCorrelation) * changeChange * errorError
        else {
            seconds = 0
            return
        }
        seconds = errorChange / changeChange
    }

    /// The displacement in the last seconds of the lag, by the velocity.
    private func lagging(_ interval: Double) -> SIMD2<Double> {
        func part(_ index: Double) -> Double { min(max(seconds / interval - index, 0), 1) }
        return steps.0 * part(0) + steps.1 * part(1) + steps.2 * part(2) + steps.3 * part(3)
    }
}
