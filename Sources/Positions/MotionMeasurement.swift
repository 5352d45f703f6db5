import NavigationEvents

/// The measured movement of a fix.
struct MotionMeasurement {
    let time: Timestamp
    let position: Coordinate
    /// Radius of 68 % probability, metres.
    let accuracy: Double
    /// Metres per second; `nil` if the receiver did not report it.
    let speed: Double?
    /// Standard deviation of the speed, metres per second.
    let speedDeviation: Double
    /// Degrees clockwise from north; `nil` if the receiver did not report it.
    let course: Double?

    init(_ fix: Fix) {
        time = fix.time
        position = fix.position
        accuracy = FixCheck.accuracy(of: fix)
        speed = fix.speedMetersPerSecond
        speedDeviation = max(fix.speedAccuracyMetersPerSecond ?? 0.5, 0.5)
        course = fix.courseDegrees
    }
}
