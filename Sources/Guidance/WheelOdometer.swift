import NavigationEvents

/// The distance that a vehicle reports by the speed of its wheels.
struct WheelOdometer {
    /// Seconds for which a reading counts.
    private static let maxAgeSeconds = 2.0

    private var time: Timestamp?
    /// Metres per second, negative backwards.
    private var speed = 0.0
    private var total = 0.0

    /// Adds a reading; one without a speed or a time, or one that is not newer, is ignored.
    mutating func add(_ reading: MotionReading) {
        guard let newTime = reading.time, let length = reading.speedMetersPerSecond else { return }
        let newSpeed = reading.gear == .reverse ? -length : reading.gear == .park ? 0 : length
        if let time {
            let seconds = newTime.seconds(since: time)
            guard seconds > 0 else { return }
            // Readings that are missing leave a hole: nothing is known about it.
            if seconds <= Self.maxAgeSeconds { total += (speed + newSpeed) / 2 * seconds }
        }
        (time, speed) = (newTime, newSpeed)
    }

    /// Metres at a time, from an arbitrary origin, and metres per second; `nil` without a recent reading.
    func reading(at now: Timestamp) -> (meters: Double, speed: Double)? {
        guard let time else { return nil }
        let seconds = now.seconds(since: time)
        guard seconds.magnitude <= Self.maxAgeSeconds else { return nil }
        return (total + speed * seconds, speed)
    }
}
