import NavigationEvents

/// Checks and dates the readings of motion sensors, at a limited rate. A value; time is an argument.
struct MotionSensors: Sendable {
    /// The rate of the readings that guidance gets.
    private var rate = ReadingRate()
    /// Readings that guidance did not get: too many, or invalid.
    private(set) var dropped: UInt64 = 0

    /// Forgets the readings that came.
    mutating func beginAgain() { rate = ReadingRate() }

    /// Records the present, seconds.
    mutating func note(now: Double) { rate.note(now: now) }

    /// Processes a reading.
    ///
    /// - Parameters:
    ///   - reading: The reading.
    ///   - clock: The clock of the fixes.
    ///   - now: The present, seconds.
    /// - Returns: The reading with its time; `nil` if there are too many.
    /// - Throws: ``RequestError`` if the reading is invalid, or cannot be dated.
    mutating func take(
        _ reading: MotionReading, clock: FixClock, now: Double
    ) throws(RequestError) -> MotionReading? {
        var dated = reading
        let time: Timestamp
        do throws(RequestError) {
            if let problem = reading.problem { throw Self.refusal(.malformed, problem) }
            time = try Self.time(of: reading, clock, now)
        } catch {
            dropped += 1
            throw error
        }
        guard rate.admits(now: clock.now(at: time, now)) else {
            dropped += 1
            return nil
        }
        dated.time = time
        return dated
    }

    private static func time(of reading: MotionReading, _ clock: FixClock, _ now: Double) throws(RequestError)
        -> Timestamp
    {
        do throws(FixClockError) {
            return try clock.time(of: reading.time, now: now)
        } catch {
            throw refusal(error == .noPosition ? .unavailable : .malformed, error.description)
        }
    }

    private static func refusal(_ code: RequestError.Code, _ problem: String) -> RequestError {
        RequestError(code: code, text: "failed to use the motion: \(problem)")
    }
}

extension MotionReading {
    /// The reason why the reading is invalid; `nil` if it is valid.
    fileprivate var problem: String? {
        if speedMetersPerSecond == nil, yawRateDegreesPerSecond == nil, gear == .unknown {
            return "it reports neither a speed nor a rate of turn nor a gear"
        }
        if let speedMetersPerSecond, PhysicalRange.speed(speedMetersPerSecond) == nil {
            return "it reports \(speedMetersPerSecond) m/s; use 0 to 1000, and the gear for the direction"
        }
        if let yawRateDegreesPerSecond, !PhysicalRange.yawRateDegreesPerSecond.contains(yawRateDegreesPerSecond) {
            return "it reports \(yawRateDegreesPerSecond) degrees per second; use -1000 to 1000"
        }
        return HeadingReading.problem(ofSource: source).map { "the name of its source \($0)" }
    }
}
