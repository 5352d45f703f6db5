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
    /// Share of the difference that one fix corrects.
    private static let gain = 0.02
    /// Other ratios are errors.
    private static let ratios = 0.85...1.15

    private var time: Timestamp?
    /// Metres per second, negative backwards, as reported.
    private var speed = 0.0
    private var total = 0.0
    /// Metres on the road for each metre by the wheels.
    private var ratio = 1.0

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

    /// Learns the ratio from a fix.
    mutating func learn(_ observation: Observation) {
        guard let time, observation.time.seconds(since: time).magnitude <= Self.maxAgeSeconds,
            observation.isSpeedMeasured, !observation.isWeak, min(observation.speed, speed) > Self.minSpeed,
            (observation.speed - observation.smoothedSpeed).magnitude < Self.maxSpeedChange
        else { return }
        let measured = observation.smoothedSpeed / speed
        guard Self.ratios.contains(measured) else { return }
        ratio += (measured - ratio) * Self.gain
    }

    /// Metres at a time, from an arbitrary origin, and metres per second; `nil` without a recent reading.
    func reading(at now: Timestamp) -> (meters: Double, speed: Double)? {
        guard let time else { return nil }
        let seconds = now.seconds(since: time)
        guard seconds.magnitude <= Self.maxAgeSeconds else { return nil }
        return (total + ratio * speed * seconds, ratio * speed)
    }
}
