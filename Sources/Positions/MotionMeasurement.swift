import Geodesy
import NavigationEvents

/// The measured movement of a fix.
struct MotionMeasurement {
    let time: Timestamp
    var position: Coordinate
    /// Radius of 68 % probability, metres.
    let accuracy: Double
    /// Metres per second; `nil` if the receiver did not report it.
    var speed: Double?
    /// Standard deviation of the speed, metres per second.
    let speedDeviation: Double
    /// Degrees clockwise from north; `nil` if the receiver did not report it.
    let course: Double?
    /// Unit vector of the course, east and north; 0 if it is unknown.
    let direction: SIMD2<Double>

    /// Minimum speed for a meaningful course, metres per second.
    static let courseNeedsSpeed = 1.0

    @inline(__always)
    init(_ fix: Fix) {
        time = fix.time
        position = fix.position
        accuracy = FixCheck.accuracy(fix.horizontalAccuracyMeters)
        speed = fix.speedMetersPerSecond
        speedDeviation = max(fix.speedAccuracyMetersPerSecond ?? 0.5, 0.5)
        course = fix.courseDegrees.flatMap { (0...360).contains($0) ? $0 : nil }
        direction = course.map(Angle.unitVector) ?? .zero
    }

    /// Metres per second east and north; `nil` if it is unknown.
    @inline(__always)
    var velocity: SIMD2<Double>? {
        guard let speed, speed >= 0, speed < 200 else { return nil }
        if speed <= Self.courseNeedsSpeed { return .zero }
        return course == nil ? nil : direction * speed
    }
}
