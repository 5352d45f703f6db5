import Geodesy
import Glibc
import NavigationEvents

/// Speed and course from fix to fix: from the receiver if it reports them, otherwise from the positions.
struct Motion {
    /// Minimum speed for a meaningful course.
    static let courseNeedsSpeed = 1.0
    static let standingSpeed = 0.5
    private static let smoothingSeconds = 4.0
    private static let maxPeriodSeconds = 30.0
    /// Over longer intervals a road has turned: the line between two positions is no course any more.
    private static let courseSeconds = 5.0
    private static let maxDerivedSeconds = 45.0
    private static let maxSpeed = 120.0
    /// Within this interval a speed changes evenly.
    private static let evenSeconds = 1.0
    /// Standard deviation of a uniform distribution between 0 and 1.
    private static let uniformDeviation = 0.2887
    /// Noise of the smoothed velocity of a stationary receiver, metres per second.
    private static let velocityNoise = 0.1
    /// Noise of a speed that is derived from positions, metres per second for each metre of their accuracy.
    private static let derivedNoisePerMeter = 0.1
    /// Mean speed that a noisy receiver reports while it is stationary, metres per second.
    private static let stationarySpeed = 0.3
    private static let meanSeconds = 15.0
    private static let certainlyMovingSpeed = 0.4
    /// Smoothed velocity, metres per second, whose direction is not noise.
    private static let headingSpeed = 0.45
    /// Below this speed, metres per second, the velocity is smoothed.
    private static let slowSpeed = 1.5
    /// Noise of the smoothed speed of a stationary receiver, metres per second: a speed is never negative.
    private static let speedNoise = 0.6

    private(set) var lastTime: Timestamp?
    private var lastPosition = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
    private var derivedEast = 0.0
    private var derivedNorth = 0.0
    /// Metres per second, as of the last fix.
    private(set) var speed = 0.0
    /// Metres per second, smoothed over four seconds.
    private(set) var smoothedSpeed = 0.0
    /// The smoothing factors of the last interval, cached since most intervals are equal.
    private var smoothing = (seconds: 0.0, keep: 0.0, mean: 0.0)
    /// Usual seconds between fixes: the shorter of the last two intervals, so that one gap does not change it.
    private(set) var period = maxPeriodSeconds
    private var lastInterval = Double.infinity
    private var lastCourse: Double?
    /// Standard deviation of the distance driven since the previous fix, metres.
    private(set) var drivenDeviationMeters = 0.0
    private(set) var courseEast = 0.0
    private(set) var courseNorth = 0.0
    /// Velocity, smoothed over four seconds as a vector, metres per second: noise cancels out, unlike in the speed.
    private(set) var velocityEast = 0.0
    private(set) var velocityNorth = 0.0
    /// Unit vector of the last direction of movement, which a stationary vehicle keeps; 0 before the first.
    private(set) var headingEast = 0.0
    private(set) var headingNorth = 0.0
    /// Mean of the speed since the vehicle was last faster than slow, metres per second.
    private(set) var slowSpeedMean = 0.0
    private var lastSeconds = 0.0
    /// Whether the receiver reports its speed; otherwise it is derived from positions.
    private(set) var isSpeedMeasured = false
    /// Metres per second by which the vehicle moves for certain: 0 while only noise is measured.
    func certainSpeed(accuracy: Double) -> Double {
        let length = (velocityEast * velocityEast + velocityNorth * velocityNorth).squareRoot()
        guard isSpeedMeasured else { return max(length - Self.derivedNoisePerMeter * accuracy, 0) }
        let mean = speed > Self.slowSpeed ? smoothedSpeed : slowSpeedMean
        return max(length - Self.velocityNoise, mean - Self.speedNoise, 0)
    }

    var isStanding: Bool { speed < Self.standingSpeed }

    /// Seconds for which the vehicle has been stationary, as far as its velocity shows.
    private(set) var standingSeconds = 0.0

    /// Whether fixes are missing, rather than late.
    func isGap(at time: Timestamp) -> Bool {
        guard let lastTime else { return false }
        return time.seconds(since: lastTime) > max(1.5 * period, 1)
    }

    /// Processes a fix that is newer than the last one.
    mutating func observe(_ fix: Fix) {
        let seconds = lastTime.map { max(fix.time.seconds(since: $0), 0) } ?? 0
        let isComplete = given(fix.speedMetersPerSecond) != nil && isAngle(fix.courseDegrees)
        if !isComplete { derive(from: fix.smoothedPosition, seconds: seconds) }
        let derived = (derivedEast * derivedEast + derivedNorth * derivedNorth).squareRoot()
        let before = speed
        speed = given(fix.speedMetersPerSecond) ?? min(derived, Self.maxSpeed)
        smoothSpeed(from: before, seconds: seconds)
        drivenDeviationMeters = drivenDeviation(
            isGiven: given(fix.speedMetersPerSecond) != nil, from: before, seconds: seconds)
        lastSeconds = seconds
        isSpeedMeasured = given(fix.speedMetersPerSecond) != nil
        smoothVelocity(fix, isComplete: isComplete)
        updateCourse(fix.courseDegrees, derivedSpeed: seconds <= Self.courseSeconds ? derived : 0)
        if isComplete { (derivedEast, derivedNorth) = (velocityEast, velocityNorth) }
        let isMoving = certainSpeed(accuracy: FixCheck.accuracy(of: fix)) > Self.certainlyMovingSpeed
        standingSeconds = isMoving ? 0 : standingSeconds + seconds
        learnPeriod(seconds)
        lastTime = fix.time
        lastPosition = fix.smoothedPosition
    }

    /// Smooths a speed that changes evenly between two fixes, with the same result at every rate.
    private mutating func smoothSpeed(from before: Double, seconds: Double) {
        guard seconds > 0 else {
            smoothedSpeed = speed
            return
        }
        if seconds != smoothing.seconds {
            let keep = exp(-seconds / Self.smoothingSeconds)
            smoothing = (seconds, keep, (1 - keep) * Self.smoothingSeconds / seconds)
        }
        let (keep, mean) = (smoothing.keep, smoothing.mean)
        smoothedSpeed = keep * smoothedSpeed + (mean - keep) * before + (1 - mean) * speed
    }

    private mutating func smoothVelocity(_ fix: Fix, isComplete: Bool) {
        var (east, north) = (0.0, 0.0)
        // Many receivers repeat the last course while they stand.
        if isComplete, let degrees = fix.courseDegrees, speed > Self.courseNeedsSpeed || degrees != lastCourse {
            east = speed * sin(degrees * .pi / 180)
            north = speed * cos(degrees * .pi / 180)
        } else if !isSpeedMeasured {
            (east, north) = (derivedEast, derivedNorth)
        }
        lastCourse = fix.courseDegrees
        slowSpeedMean =
            speed > Self.slowSpeed
            ? Self.stationarySpeed : slowSpeedMean + (speed - slowSpeedMean) * min(lastSeconds / Self.meanSeconds, 1)
        // The speed before braking is not to be carried on.
        let keep = speed > Self.slowSpeed ? 0 : smoothing.keep
        let before = (velocityEast * velocityEast + velocityNorth * velocityNorth).squareRoot()
        let carried = before > Self.slowSpeed ? keep * Self.slowSpeed / before : keep
        velocityEast = carried * velocityEast + (1 - keep) * east
        velocityNorth = carried * velocityNorth + (1 - keep) * north
        let squared = velocityEast * velocityEast + velocityNorth * velocityNorth
        if squared > Self.headingSpeed * Self.headingSpeed {
            let length = squared.squareRoot()
            (headingEast, headingNorth) = (velocityEast / length, velocityNorth / length)
        }
    }

    private mutating func learnPeriod(_ seconds: Double) {
        guard seconds > 0 else { return }
        period = min(seconds, lastInterval, Self.maxPeriodSeconds)
        lastInterval = seconds
    }

    /// The standard deviation of the distance driven in an interval. Errors of measured speeds partly cancel out; a
    /// speed derived from positions is wrong for the whole interval. In a long interval the moment of a change of speed
    /// is unknown.
    private func drivenDeviation(isGiven: Bool, from before: Double, seconds: Double) -> Double {
        let mean = (before + speed) / 2
        guard isGiven else {
            return seconds <= Self.courseSeconds ? (0.5 + 0.1 * mean) * seconds : (3 + mean / 2) * seconds
        }
        let measured = (0.4 + 0.03 * mean) * seconds.squareRoot()
        guard seconds > Self.evenSeconds else { return measured }
        let change = (speed - before) * (seconds - Self.evenSeconds) * Self.uniformDeviation
        return (measured * measured + change * change).squareRoot()
    }

    private func given(_ speed: Double?) -> Double? {
        guard let speed, speed >= 0, speed <= Self.maxSpeed else { return nil }
        return speed
    }

    private func isAngle(_ degrees: Double?) -> Bool { degrees.map { $0 >= 0 && $0 <= 360 } ?? false }

    private mutating func derive(from position: Coordinate, seconds: Double) {
        guard seconds > 0, seconds < Self.maxDerivedSeconds else {
            derivedEast = 0
            derivedNorth = 0
            return
        }
        let (east, north) = LocalScale(at: position).offsetMeters(from: lastPosition, to: position)
        // A single difference of noisy positions says little; three seconds of them suffice.
        let gain = 1 - exp(-seconds / 3)
        derivedEast += (east / seconds - derivedEast) * gain
        derivedNorth += (north / seconds - derivedNorth) * gain
    }

    /// The course of a slow vehicle or person: a single one is noise.
    private mutating func courseFromVelocity() {
        let squared = velocityEast * velocityEast + velocityNorth * velocityNorth
        guard squared > Self.headingSpeed * Self.headingSpeed else { return }
        courseEast = velocityEast / squared.squareRoot()
        courseNorth = velocityNorth / squared.squareRoot()
    }

    private mutating func updateCourse(_ degrees: Double?, derivedSpeed: Double) {
        courseEast = 0
        courseNorth = 0
        if let degrees, isAngle(degrees) {
            guard speed > Self.slowSpeed else { return courseFromVelocity() }
            courseEast = sin(degrees * .pi / 180)
            courseNorth = cos(degrees * .pi / 180)
        } else if derivedSpeed > 2 * Self.courseNeedsSpeed {
            courseEast = derivedEast / derivedSpeed
            courseNorth = derivedNorth / derivedSpeed
        }
    }
}
