import Geodesy
import Glibc
import NavigationEvents

/// The Kalman filter: position and velocity in metres around a centre, with their covariance.
///
/// Positions and velocities are measured in two dimensions at a time, so the matrices to be inverted have closed forms.
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
    /// Variance of an unknown velocity, (m/s)².
    private static let unknownVariance = 400.0
    /// Standard deviation of a course, radians.
    private static let courseDeviation = 3.5 * .pi / 180

    private typealias Vector = SIMD2<Double>

    private var centerLatitude: Double
    private var centerLongitude: Double
    private var scale: LocalScale
    /// Metres east and north of the centre.
    private var offset: Vector
    /// Metres per second east and north.
    private var velocity: Vector
    /// The covariance of the offset, of the velocity, and between the two.
    private var offsetCovariance: Covariance
    private var velocityCovariance: Covariance
    private var cross: CrossCovariance

    init(at measured: MotionMeasurement) {
        centerLatitude = measured.position.latitudeDegrees
        centerLongitude = measured.position.longitudeDegrees
        scale = LocalScale(latitudeDegrees: centerLatitude)
        (offset, velocity) = (.zero, .zero)
        offsetCovariance = Covariance(variance: measured.accuracy * measured.accuracy)
        velocityCovariance = Covariance(variance: Self.unknownVariance)
        cross = CrossCovariance()
        measureMovement(measured)
    }

    /// Predicts and applies a measurement; `false` if its position is implausible and was ignored.
    mutating func take(_ measured: MotionMeasurement, after seconds: Double, mode: TravelMode) -> Bool {
        predict(seconds: seconds, mode: mode)
        let difference = offset(of: measured.position) - offset
        let isExplained = explains(difference, accuracy: measured.accuracy)
        if isExplained { measure(difference, accuracy: measured.accuracy) }
        measureMovement(measured)
        if isExplained { recenterIfFar() }
        return isExplained
    }

    /// The estimated position; `nil` if the numbers have lost their meaning. A mutating getter reads them in place.
    var position: Coordinate? {
        mutating get {
            let coordinate = Coordinate(
                latitudeDegrees: centerLatitude + offset.y / scale.metersPerDegreeNorth,
                longitudeDegrees: Angle.wrapped180(centerLongitude + offset.x / scale.metersPerDegreeEast))
            return coordinate.isValid ? coordinate : nil
        }
    }

    @inline(__always)
    private func offset(of position: Coordinate) -> Vector {
        Vector(
            Angle.wrapped180(position.longitudeDegrees - centerLongitude) * scale.metersPerDegreeEast,
            (position.latitudeDegrees - centerLatitude) * scale.metersPerDegreeNorth)
    }

    // MARK: - Prediction

    /// Moves on by the velocity; the uncertainty grows more along the movement than across it.
    @inline(__always)
    private mutating func predict(seconds: Double, mode: TravelMode) {
        offset += velocity * seconds
        let noise = accelerationNoise(seconds, mode)
        offsetCovariance += (cross.symmetricSum + velocityCovariance * seconds) * seconds
        offsetCovariance += noise * (seconds * seconds * seconds / 3)
        cross.add(velocityCovariance * seconds + noise * (seconds * seconds / 2))
        velocityCovariance += noise * seconds
    }

    @inline(__always)
    private func accelerationNoise(_ seconds: Double, _ mode: TravelMode) -> Covariance {
        // Over long intervals a road turns: the last velocity loses its meaning.
        let turning = 1 + seconds * seconds * (1 / 25)
        let along = (mode == .foot ? 0.3 : 2.0) * turning
        let across = (mode == .foot ? 0.3 : 1.0) * turning
        let squared = (velocity * velocity).sum()
        guard squared > Self.standingSpeed * Self.standingSpeed else {
            return Covariance(variance: (along + across) / 2)
        }
        return Covariance(along: along, across: across, in: velocity, squaredLength: squared)
    }

    // MARK: - Measurement

    /// Whether a difference from the prediction is plausible (χ² with two degrees of freedom).
    @inline(__always)
    private func explains(_ difference: Vector, accuracy: Double) -> Bool {
        let meters = max(accuracy, 4)
        let variance = (Self.independentErrors + Self.correlatedErrors) * meters * meters
        let total = offsetCovariance + Covariance(variance: variance)
        let determinant = total.determinant
        guard determinant > 0 else { return true }
        let (dx, dy) = (difference.x, difference.y)
        return total.yy * dx * dx - 2 * total.xy * dx * dy + total.xx * dy * dy <= Self.gate * determinant
    }

    /// The variance of a position in each direction, square metres.
    ///
    /// At low speed the errors of consecutive fixes are correlated, since the reflections of the signals hardly change,
    /// so each weighs less than its accuracy suggests. At motorway speed the errors are independent, and the movement
    /// alone would cut the bends.
    @inline(__always)
    private func noise(_ accuracy: Double) -> Double {
        let meters = max(accuracy, 4)
        let ratio = (velocity * velocity).sum() * (1 / (Self.decorrelationSpeed * Self.decorrelationSpeed))
        return (Self.independentErrors + Self.correlatedErrors / (1 + ratio * ratio)) * meters * meters
    }

    /// Applies a position, as its difference from the prediction.
    private mutating func measure(_ difference: Vector, accuracy: Double) {
        let noise = Covariance(variance: noise(accuracy))
        let change = cross.correct(&offsetCovariance, &velocityCovariance, by: difference, noise: noise)
        offset += change.first
        velocity += change.second
    }

    /// Applies the receiver's speed and course; being stationary is a measurement too.
    @inline(__always)
    private mutating func measureMovement(_ measured: MotionMeasurement) {
        guard let speed = measured.speed, speed >= 0, speed < 200 else { return }
        if speed < Self.standingSpeed {
            measure(velocity: .zero, noise: Covariance(variance: Self.standingVariance))
        } else if speed > MotionMeasurement.courseNeedsSpeed, measured.course != nil {
            let ahead = measured.speedDeviation
            let across = max(0.4, speed * Self.courseDeviation)
            let noise = Covariance(
                along: ahead * ahead, across: across * across, in: measured.direction, squaredLength: 1)
            measure(velocity: measured.direction * speed, noise: noise)
        }
    }

    private mutating func measure(velocity measured: Vector, noise: Covariance) {
        cross.transpose()
        let change = cross.correct(&velocityCovariance, &offsetCovariance, by: measured - velocity, noise: noise)
        cross.transpose()
        velocity += change.first
        offset += change.second
    }

    // MARK: - Centre

    /// Moves the centre, since metres per degree change with the latitude.
    private mutating func recenterIfFar() {
        guard offset.x.magnitude + offset.y.magnitude > Self.recenterMeters, let position else { return }
        centerLatitude = position.latitudeDegrees
        centerLongitude = position.longitudeDegrees
        scale = LocalScale(latitudeDegrees: centerLatitude)
        offset = .zero
    }
}
