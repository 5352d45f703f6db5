import Geodesy
import Glibc
import NavigationEvents

/// The Kalman filter: position and velocity in metres around a centre, with their covariance.
///
/// Measurements are scalars that are applied one at a time, so no matrix is inverted.
struct MotionEstimate {
    private static let recenterMeters = 5000.0
    private static let gate = 25.0
    private static let independentErrors = 0.1
    private static let correlatedErrors = 1.9
    /// Metres per second at which half of the error correlation is lost.
    private static let decorrelationSpeed = 20.0
    private static let standingSpeed = 0.5
    /// Variance of the velocity while the receiver reports hardly any speed, (m/s)²: so large that the position of a
    /// vehicle that creeps in a jam does not stay back.
    private static let standingVariance = 1.0

    private var centerLatitude: Double
    private var centerLongitude: Double
    private var scale: LocalScale
    /// East, north, velocity east, velocity north.
    private var state: SIMD4<Double>
    /// Columns of the covariance (it is symmetric).
    private var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    init(at measured: MotionMeasurement) {
        centerLatitude = measured.position.latitudeDegrees
        centerLongitude = measured.position.longitudeDegrees
        scale = LocalScale(latitudeDegrees: centerLatitude)
        state = .zero
        let position = measured.accuracy * measured.accuracy
        columns = (
            SIMD4(position, 0, 0, 0), SIMD4(0, position, 0, 0), SIMD4(0, 0, 400, 0), SIMD4(0, 0, 0, 400)
        )
        measureMovement(measured)
    }

    /// Predicts and applies a measurement; `false` if its position is implausible and was ignored.
    mutating func take(_ measured: MotionMeasurement, after seconds: Double, mode: TravelMode) -> Bool {
        predict(seconds: seconds, mode: mode)
        let position = offset(of: measured.position)
        let isExplained = explains(position, accuracy: measured.accuracy)
        if isExplained { measure(position, accuracy: measured.accuracy) }
        measureMovement(measured)
        if isExplained { recenterIfFar() }
        return isExplained
    }

    /// The estimated position; `nil` if the numbers have lost their meaning.
    var position: Coordinate? {
        let coordinate = Coordinate(
            latitudeDegrees: centerLatitude + state.y / scale.metersPerDegreeNorth,
            longitudeDegrees: Angle.wrapped180(centerLongitude + state.x / scale.metersPerDegreeEast))
        return coordinate.isValid ? coordinate : nil
    }

    private func offset(of position: Coordinate) -> (east: Double, north: Double) {
        (
            Angle.wrapped180(position.longitudeDegrees - centerLongitude) * scale.metersPerDegreeEast,
            (position.latitudeDegrees - centerLatitude) * scale.metersPerDegreeNorth
        )
    }

    // MARK: - Prediction

    /// Moves on by the velocity; the uncertainty grows more along the movement than across it.
    private mutating func predict(seconds: Double, mode: TravelMode) {
        state.x += state.z * seconds
        state.y += state.w * seconds
        // P ← F P Fᵀ: the velocity columns are added to the position columns, then the same for the rows.
        columns.0 += columns.2 * seconds
        columns.1 += columns.3 * seconds
        columns.0 = Self.shear(columns.0, seconds)
        columns.1 = Self.shear(columns.1, seconds)
        columns.2 = Self.shear(columns.2, seconds)
        columns.3 = Self.shear(columns.3, seconds)
        addNoise(seconds, mode)
    }

    private static func shear(_ column: SIMD4<Double>, _ seconds: Double) -> SIMD4<Double> {
        SIMD4(column.x + column.z * seconds, column.y + column.w * seconds, column.z, column.w)
    }

    private mutating func addNoise(_ seconds: Double, _ mode: TravelMode) {
        // Over long intervals a road turns: the last velocity loses its meaning.
        let turning = 1 + seconds * seconds / 25
        let along = (mode == .foot ? 0.3 : 2.0) * turning
        let across = (mode == .foot ? 0.3 : 1.0) * turning
        let speed = (state.z * state.z + state.w * state.w).squareRoot()
        let ux = speed > Self.standingSpeed ? state.z / speed : 0.7071
        let uy = speed > Self.standingSpeed ? state.w / speed : 0.7071
        let xx = along * ux * ux + across * uy * uy
        let yy = along * uy * uy + across * ux * ux
        let xy = speed > Self.standingSpeed ? (along - across) * ux * uy : 0
        let q3 = seconds * seconds * seconds / 3
        let q2 = seconds * seconds / 2
        columns.0 += SIMD4(q3 * xx, q3 * xy, q2 * xx, q2 * xy)
        columns.1 += SIMD4(q3 * xy, q3 * yy, q2 * xy, q2 * yy)
        columns.2 += SIMD4(q2 * xx, q2 * xy, seconds * xx, seconds * xy)
        columns.3 += SIMD4(q2 * xy, q2 * yy, seconds * xy, seconds * yy)
    }

    // MARK: - Measurement

    /// Whether the position is plausible given the prediction (χ² with two degrees of freedom).
    private func explains(_ measured: (east: Double, north: Double), accuracy: Double) -> Bool {
        let dx = measured.east - state.x
        let dy = measured.north - state.y
        let variance = (Self.independentErrors + Self.correlatedErrors) * max(accuracy, 4) * max(accuracy, 4)
        let xx = columns.0.x + variance
        let yy = columns.1.y + variance
        let xy = columns.0.y
        let determinant = xx * yy - xy * xy
        guard determinant > 0 else { return true }
        return (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant <= Self.gate
    }

    /// The variance of a position in each direction, square metres.
    ///
    /// At low speed the errors of consecutive fixes are correlated, since the reflections of the signals hardly change,
    /// so each weighs less than its accuracy suggests. At motorway speed the errors are independent, and the movement
    /// alone would cut the bends.
    private func noise(_ accuracy: Double) -> Double {
        let meters = max(accuracy, 4)
        let ratio = (state.z * state.z + state.w * state.w) / (Self.decorrelationSpeed * Self.decorrelationSpeed)
        return (Self.independentErrors + Self.correlatedErrors / (1 + ratio * ratio)) * meters * meters
    }

    /// Applies a position.
    private mutating func measure(_ measured: (east: Double, north: Double), accuracy: Double) {
        let variance = noise(accuracy)
        correct(SIMD4(1, 0, 0, 0), by: measured.east - state.x, variance: variance)
        correct(SIMD4(0, 1, 0, 0), by: measured.north - state.y, variance: variance)
    }

    /// Applies the receiver's speed and course; being stationary is a measurement too.
    private mutating func measureMovement(_ measured: MotionMeasurement) {
        guard let speed = measured.speed, speed >= 0, speed < 200 else { return }
        if speed < Self.standingSpeed {
            correct(SIMD4(0, 0, 1, 0), by: -state.z, variance: Self.standingVariance)
            correct(SIMD4(0, 0, 0, 1), by: -state.w, variance: Self.standingVariance)
        } else if speed > MotionMeasurement.courseNeedsSpeed, measured.course != nil {
            let (east, north) = (measured.direction.x, measured.direction.y)
            let across = max(0.4, speed * 3.5 * .pi / 180)
            let ahead = measured.speedDeviation
            correct(
                SIMD4(0, 0, east, north), by: speed - (state.z * east + state.w * north), variance: ahead * ahead)
            correct(
                SIMD4(0, 0, north, -east), by: -(state.z * north - state.w * east), variance: across * across)
        }
    }

    /// Applies a scalar: `row` is the measured combination of the state, `innovation` the difference from the
    /// prediction.
    private mutating func correct(_ row: SIMD4<Double>, by innovation: Double, variance: Double) {
        let spread =
            columns.0 * row.x + columns.1 * row.y + columns.2 * row.z + columns.3 * row.w
        let total = (spread * row).sum() + variance
        guard total > 0, innovation.isFinite else { return }
        let gain = spread / total
        state += gain * innovation
        columns.0 -= gain * spread.x
        columns.1 -= gain * spread.y
        columns.2 -= gain * spread.z
        columns.3 -= gain * spread.w
    }

    // MARK: - Centre

    /// Moves the centre, since metres per degree change with the latitude.
    private mutating func recenterIfFar() {
        guard state.x.magnitude + state.y.magnitude > Self.recenterMeters, let position else { return }
        centerLatitude = position.latitudeDegrees
        centerLongitude = position.longitudeDegrees
        scale = LocalScale(latitudeDegrees: centerLatitude)
        state.x = 0
        state.y = 0
    }
}
