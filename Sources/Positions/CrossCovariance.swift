/// The covariance between two pairs of values: a row for each value of the first pair.
struct CrossCovariance {
    private var x = SIMD2<Double>.zero
    private var y = SIMD2<Double>.zero

    /// The matrix plus its transpose.
    var symmetricSum: Covariance { Covariance(2 * x.x, x.y + y.x, 2 * y.y) }

    mutating func add(_ other: Covariance) {
        x += SIMD2(other.xx, other.xy)
        y += SIMD2(other.xy, other.yy)
    }

    /// Exchanges the first pair and the second.
    mutating func transpose() { (x, y) = (SIMD2(x.x, y.x), SIMD2(x.y, y.y)) }

    /// Corrects the covariances by a measurement of the first pair (the update of a Kalman filter).
    ///
    /// - Parameters:
    ///   - first: The covariance of the first pair.
    ///   - second: The covariance of the second pair.
    ///   - difference: The measurement minus the estimate of the first pair.
    ///   - noise: The covariance of the measurement.
    /// - Returns: The corrections of both pairs; zero if the measurement says nothing.
    @inline(__always)
    mutating func correct(
        _ first: inout Covariance, _ second: inout Covariance, by difference: SIMD2<Double>, noise: Covariance
    ) -> (first: SIMD2<Double>, second: SIMD2<Double>) {
        let total = first + noise
        let determinant = total.determinant
        guard determinant > 0, (difference.x + difference.y).isFinite else { return (.zero, .zero) }
        let factor = 1 / determinant
        let inverse = Covariance(total.yy * factor, -total.xy * factor, total.xx * factor)
        let weighted = inverse * difference
        let change = (first * weighted, x * weighted.x + y * weighted.y)
        // The rows of the gains, and of the inverse times this matrix.
        let gainX = inverse * SIMD2(first.xx, first.xy)
        let gainY = inverse * SIMD2(first.xy, first.yy)
        let rowX = x * inverse.xx + y * inverse.xy
        let rowY = x * inverse.xy + y * inverse.yy
        second.xx -= x.x * rowX.x + y.x * rowY.x
        second.xy -= x.x * rowX.y + y.x * rowY.y
        second.yy -= x.y * rowX.y + y.y * rowY.y
        (x, y) = (x - (x * gainX.x + y * gainX.y), y - (x * gainY.x + y * gainY.y))
        first = Covariance(
            first.xx - gainX.x * first.xx - gainX.y * first.xy, first.xy - gainX.x * first.xy - gainX.y * first.yy,
            first.yy - gainY.x * first.xy - gainY.y * first.yy)
        return change
    }
}
