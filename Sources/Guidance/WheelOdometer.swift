import NavigationEvents

/// The distance that a vehicle reports by the speed of its wheels.
///
/// Wheels are worn and speedometers optimistic: the ratio to the speed of good fixes is learned.
struct WheelOdometer {
    /// Seconds for which a reading counts.
    private static let maxAgeSeconds = 2.0
    /// Fixes show the ratio above this speed, and at a constant one, metres per second.
    private static let minSpeed = 8.0
    private static let maxSpeedChange = 0.5
    /// The ratio is the mean of those of this many fixes.
    private static let fixes = 50.0
    /// Other ratios are errors.
    private static let ratios = 0.85...1.15

    private var time: Timestamp?
    /// Metres per second, negative backwards, as reported.
    private var speed = 0.0
    private var total = 0.0
    /// Metres on the road for each metre by the wheels.
    private var ratio = 1.0
    /// Number of fixes that it is learned from.
    private var learned = 0.0
    /// The time of the last fix, and the metres then.
    private var atFix: (time: Timestamp, meters: Double)?

    /// Adds a reading; one without a speed or a time, or one that is not newer, is ignored.
    mutating func add(_ reading: MotionReading) {
        guard let newTime = reading.time, let length = reading.speedMetersPerSecond else { return }
        let newSpeed = reading.gear == .reverse ? -length : reading.gear == .park ? 0 : length
        if let time {
            let seconds = newTime.seconds(since: time)
            guard seconds > 0 else { return }
            // Readings that are missing leave a hole: nothing is known about it.
            if seconds <= Self.maxAgeSeconds { total += ratio * (speed + newSpeed) / 2 * seconds }
        }
        (time, speed) = (newTime, newSpeed)
    }

    /// Notes the metres at a fix, and learns the ratio from it.
    mutating func learn(_ observation: Observation) {
        guard let reading = reading(at: observation.time) else { return }
        atFix = (observation.time, reading.meters)
        guard observation.isSpeedMeasured, !observation.isWeak, min(observation.speed, speed) > Self.minSpeed,
            (observation.speed - observation.smoothedSpeed).magnitude < Self.maxSpeedChange
        else { return }
        let measured = observation.smoothedSpeed / speed
        guard Self.ratios.contains(measured) else { return }
        learned = min(learned + 1, Self.fixes)
        ratio += (measured - ratio) / learned
    }

    /// Metres at the last fix, whose time is given, from an arbitrary origin; `nil` without a reading then.
    func meters(atFix time: Timestamp) -> Double? {
        guard let atFix, atFix.time == time else { return nil }
        return atFix.meters
    }

    /// Metres at a time, from the same origin, and metres per second; `nil` without a recent reading.
    func reading(at now: Timestamp) -> (meters: Double, speed: Double)? {
        guard let time else { return nil }
        let seconds = now.seconds(since: time)
        guard seconds.magnitude <= Self.maxAgeSeconds else { return nil }
        return (total + ratio * speed * seconds, ratio * speed)
    }
}
