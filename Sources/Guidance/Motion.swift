import Geodesy
import Glibc
import NavigationEvents

/// Speed and course from fix to fix: from the receiver if it reports them, otherwise from the positions.
struct Motion {
    /// Minimum speed for a meaningful course.
    static let courseNeedsSpeed = 1.0
    private static let smoothingSeconds = 4.0
    /// The acceleration is the mean of this time, seconds, to twice as much; a shorter one is noise.
    private static let accelerationSeconds = 0.5
    /// Over longer intervals a road has turned: the line between two positions is no course any more.
    private static let courseSeconds = 5.0
    private static let maxDerivedSeconds = 45.0
    private static let maxSpeed = 120.0
    /// Age at which a fix of a slow receiver is no longer the present position, seconds.
    private static let slowGapSeconds = 1.5
    /// Within this interval a speed changes evenly.
    private static let evenSeconds = 1.0
    /// Standard deviation of a uniform distribution between 0 and 1.
    private static let uniformDeviation = 0.2887
    /// Noise of the smoothed velocity of a stationary receiver, metres per second.
    private static let velocityNoise = 0.1
    /// Noise of the movement between two positions, metres for each metre of their accuracy.
    private static let derivedNoisePerMeter = 0.4
    /// Mean speed that a noisy receiver reports while it is stationary, metres per second.
    private static let stationarySpeed = 0.3
    private static let meanSeconds = 15.0
    /// Share by which the memory of a higher speed fades in a second.
    private static let usualFading = 1 / 120.0
    private static let certainlyMovingSpeed = 0.4
    /// The same without a measured speed: slower positions may be those of a receiver that drifts.
    private static let fasterThanDriftSpeed = 0.8
    /// Smoothed velocity, metres per second, whose direction is not noise: at least, and in units of its deviation.
    private static let headingSpeed = 0.45
    private static let clearDeviations = 4.0
    /// Variance of the smoothed velocity of a vehicle that has just stopped, (m/s)²: it is not known yet how noisy the
    /// receiver is while it stands.
    private static let unknownVariance = 0.05
    private static let maxVariance = 0.15
    /// Mean velocity of fifteen seconds, metres per second, of a vehicle that moves steadily, and greatest one at first.
    private static let steadySpeed = 0.75
    private static let steadyStart = 0.9
    /// A receiver that reports the direction of each speed for this long measures its velocity, seconds.
    private static let directedSeconds = 10.0
    /// A change of the velocity between two fixes, metres per second for each second, and metres, that no vehicle
    /// makes: the position jumped.
    private static let jumpAcceleration = 12.0
    private static let jumpMeters = 4.0
    /// Below this speed, metres per second, the velocity is smoothed.
    private static let slowSpeed = 1.5
    /// Noise of the smoothed speed of a stationary receiver, metres per second: a speed is never negative.
    private static let speedNoise = 0.6

    private typealias Vector = (east: Double, north: Double)

    /// The time of the last fix; `nil` before the first.
    private(set) var lastTime: Timestamp?
    /// The last fix and the movement then; the longitude is the one of the fix until it is unwrapped for a route.
    var observation = Observation(at: Timestamp(nanosecondsSinceEpoch: 0))
    private var lastAccuracy = 0.0
    private var lastPosition = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
    private var derived: Vector = (0, 0)
    /// Whether it is derived from positions; otherwise it is the last one that the receiver reported.
    private var isVelocityDerived = false
    /// Metres between the last position and the one that the derived velocity led to.
    private var derivedErrorMeters = 0.0
    private var displacement = DisplacementDetector()
    /// Metres per second by which the positions moved for certain, smoothed.
    private var displacementSpeed = 0.0
    /// Whether the receiver reports no course even while the vehicle moves.
    private var isCourseless = false
    private var meanVelocity: Vector = (0, 0)
    /// The smoothing factors of the last interval, cached since most intervals are equal.
    private var smoothing = (seconds: 0.0, keep: 0.0, mean: 0.0)
    /// Two earlier speeds: the first is that from which the acceleration is measured.
    private var earlierSpeeds = (first: (speed: 0.0, age: 0.0), second: (speed: 0.0, age: 0.0))
    private var lastInterval = Double.infinity
    private var drift = PositionDrift()
    private var lastCourse: Double?
    /// Seconds since the receiver reported a speed without its direction.
    private var directedSeconds = 0.0
    /// Whether the last position was a jump; two in a row are none.
    private var hasJumped = false

    /// Whether the last fix is too old to be the present position: fixes are missing, or the receiver is slow.
    @inline(__always)
    func isGap(at time: Timestamp) -> Bool {
        guard let lastTime else { return false }
        let limit = observation.isSlowReceiver ? Self.slowGapSeconds : max(1.5 * observation.periodSeconds, 1)
        return time.seconds(since: lastTime) > limit
    }

    /// Processes a fix that is newer than the last one.
    mutating func observe(_ fix: Fix) {
        let seconds = lastTime.map { max(fix.time.seconds(since: $0), 0) } ?? 0
        let (reported, course) = (Self.speed(of: fix), Self.course(of: fix))
        locate(fix)
        observation.isSpeedMeasured = reported != nil
        if course != nil {
            isCourseless = false
        } else if reported.map({ $0 > Self.slowSpeed }) ?? true {
            isCourseless = true
        }
        hasJumped = reported != nil && course != nil ? false : derive(from: fix.smoothedPosition, seconds: seconds)
        let derivedSpeed = (derived.east * derived.east + derived.north * derived.north).squareRoot()
        let before = observation.speed
        observation.speed = reported ?? min(derivedSpeed, Self.maxSpeed)
        observation.drivenDeviationMeters = drivenDeviation(from: before, seconds: seconds)
        smoothSpeed(from: before, seconds: seconds)
        measureAcceleration(seconds: seconds)
        let faded = observation.usualSpeed * max(1 - seconds * Self.usualFading, 0)
        observation.usualSpeed = max(observation.smoothedSpeed, faded)
        // Many receivers repeat the last course while they stand.
        let isCourseFresh = observation.speed > Self.courseNeedsSpeed || fix.courseDegrees != lastCourse
        lastCourse = fix.courseDegrees
        directedSeconds = reported != nil && course != nil && isCourseFresh ? directedSeconds + seconds : 0
        observation.isVelocityMeasured = directedSeconds >= Self.directedSeconds
        let measured = isCourseFresh ? course.map(scaled) ?? (0, 0) : (0, 0)
        smoothVelocity(reported == nil ? derived : measured, from: before, seconds: seconds)
        observeCourse(course, derivedSpeed: seconds <= Self.courseSeconds ? derivedSpeed : 0)
        if reported != nil, course != nil {
            derived = (observation.velocityEast, observation.velocityNorth)
            isVelocityDerived = false
        }
        observation.certainSpeed = certainSpeed
        let isMoving = observation.certainSpeed > Self.certainlyMovingSpeed
        observation.standingSeconds = isMoving ? 0 : observation.standingSeconds + seconds
        let isStationary =
            observation.isSpeedMeasured ? !isMoving : observation.certainSpeed < Self.fasterThanDriftSpeed
        if isStationary || !drift.isNone {
            observeDrift(of: fix.smoothedPosition, isStationary: isStationary, seconds: seconds)
        }
        learnPeriod(seconds)
        lastTime = fix.time
        lastPosition = fix.smoothedPosition
    }

    private mutating func locate(_ fix: Fix) {
        lastAccuracy = observation.accuracy
        observation.time = fix.time
        observation.latitude = fix.smoothedPosition.latitudeDegrees
        observation.longitude = fix.smoothedPosition.longitudeDegrees
        observation.hasCompass = fix.headingDegrees != nil
        observation.accuracy = max(FixCheck.accuracy(fix.horizontalAccuracyMeters), 1)
    }

    private static func speed(of fix: Fix) -> Double? {
        guard let speed = fix.speedMetersPerSecond, speed >= 0, speed <= maxSpeed else { return nil }
        return speed
    }

    private static func course(of fix: Fix) -> Vector? {
        guard let degrees = fix.courseDegrees, degrees >= 0, degrees <= 360 else { return nil }
        let course = Angle.unitVector(degrees)
        return (course.x, course.y)
    }

    @inline(__always)
    private func scaled(_ course: Vector) -> Vector {
        (observation.speed * course.east, observation.speed * course.north)
    }

    /// Metres per second by which the vehicle moves for certain: 0 while only noise is measured.
    @inline(__always)
    private var certainSpeed: Double {
        let (east, north) = (observation.velocityEast, observation.velocityNorth)
        let length = (east * east + north * north).squareRoot()
        guard observation.isSpeedMeasured else { return displacementSpeed }
        let mean = observation.speed > Self.slowSpeed ? observation.smoothedSpeed : observation.slowSpeedMean
        return max(length - Self.velocityNoise, mean - Self.speedNoise, 0)
    }

    /// Measures the acceleration over half a second to a second, or between two fixes if they are farther apart.
    private mutating func measureAcceleration(seconds: Double) {
        earlierSpeeds.first.age += seconds
        earlierSpeeds.second.age += seconds
        if earlierSpeeds.second.age >= Self.accelerationSeconds {
            earlierSpeeds = (earlierSpeeds.second, (observation.speed, 0))
        }
        let (speed, age) = earlierSpeeds.first
        observation.acceleration = age > 0 ? (observation.speed - speed) / age : 0
    }

    /// Smooths a speed that changes evenly between two fixes, with the same result at every rate.
    @inline(__always)
    private mutating func smoothSpeed(from before: Double, seconds: Double) {
        guard seconds > 0 else {
            observation.smoothedSpeed = observation.speed
            return
        }
        if seconds != smoothing.seconds {
            let keep = exp(-seconds / Self.smoothingSeconds)
            smoothing = (seconds, keep, (1 - keep) * Self.smoothingSeconds / seconds)
        }
        let (keep, mean) = (smoothing.keep, smoothing.mean)
        observation.smoothedSpeed =
            keep * observation.smoothedSpeed + (mean - keep) * before + (1 - mean) * observation.speed
    }

    /// Smooths the velocity of a slow vehicle; of a fast one it is the measured one.
    @inline(__always)
    private mutating func smoothVelocity(_ measured: Vector, from before: Double, seconds: Double) {
        // One fast fix among slow ones is noise.
        let isFast =
            observation.speed > Self.slowSpeed && (before > Self.slowSpeed || observation.speed > 2 * Self.slowSpeed)
        observation.slowSpeedMean =
            isFast
            ? Self.stationarySpeed
            : observation.slowSpeedMean + (observation.speed - observation.slowSpeedMean)
                * min(seconds / Self.meanSeconds, 1)
        // The speed before braking is not to be carried on.
        let keep = isFast ? 0 : smoothing.keep
        let (east, north) = (observation.velocityEast, observation.velocityNorth)
        let before = isFast ? 0 : (east * east + north * north).squareRoot()
        let carried = before > Self.slowSpeed ? keep * Self.slowSpeed / before : keep
        observation.velocityEast = carried * east + (1 - keep) * measured.east
        observation.velocityNorth = carried * north + (1 - keep) * measured.north
        learnVariance(isFast: isFast, seconds: seconds)
    }

    /// Learns how much the smoothed velocity of a slow vehicle errs: a vehicle moves only in the direction in which it
    /// points, and one that has turned moves steadily.
    @inline(__always)
    private mutating func learnVariance(isFast: Bool, seconds: Double) {
        guard !isFast, observation.hasHeading else {
            observation.velocityVariance = Self.unknownVariance
            // As for the velocity itself, the speed before braking is not to be carried on.
            let share = Self.steadyStart / max(observation.velocityLength, Self.steadyStart)
            meanVelocity = (share * observation.velocityEast, share * observation.velocityNorth)
            return
        }
        let share = min(seconds / Self.meanSeconds, 1)
        let (east, north) = (observation.velocityEast, observation.velocityNorth)
        let (changeEast, changeNorth) = (east - meanVelocity.east, north - meanVelocity.north)
        meanVelocity.east += changeEast * share
        meanVelocity.north += changeNorth * share
        let across = east * observation.headingNorth - north * observation.headingEast
        let square = min(across * across, changeEast * changeEast + changeNorth * changeNorth, Self.maxVariance)
        observation.velocityVariance += (square - observation.velocityVariance) * share
    }

    /// Adds the displacement of a stationary vehicle to the error of its position.
    private mutating func observeDrift(of position: Coordinate, isStationary: Bool, seconds: Double) {
        var step: SIMD2<Double>?
        if isStationary {
            let (east, north) = LocalScale(at: position).offsetMeters(from: lastPosition, to: position)
            step = hasJumped || lastTime == nil ? .zero : SIMD2(east, north)
        }
        drift.advance(seconds: seconds, standing: step)
        (observation.driftVariance, observation.jumpVariance) = (drift.variance, drift.jumpVariance)
    }

    private mutating func learnPeriod(_ seconds: Double) {
        guard seconds > 0 else { return }
        observation.periodSeconds = min(seconds, lastInterval, Observation.maxPeriodSeconds)
        lastInterval = seconds
    }

    /// The standard deviation of the distance driven in an interval. Errors of measured speeds partly cancel out; a
    /// speed derived from positions is wrong for the whole interval. In a long interval the moment of a change of speed
    /// is unknown.
    @inline(__always)
    private func drivenDeviation(from before: Double, seconds: Double) -> Double {
        let mean = (before + observation.speed) / 2
        guard observation.isSpeedMeasured else {
            return seconds <= Self.courseSeconds
                ? (0.5 + 0.1 * mean) * seconds + derivedErrorMeters : (3 + mean / 2) * seconds
        }
        let measured = (0.4 + 0.03 * mean) * seconds.squareRoot()
        guard seconds > Self.evenSeconds else { return measured }
        let change = (observation.speed - before) * (seconds - Self.evenSeconds) * Self.uniformDeviation
        return (measured * measured + change * change).squareRoot()
    }

    /// Derives the velocity from the positions; returns whether the last one is a jump.
    private mutating func derive(from position: Coordinate, seconds: Double) -> Bool {
        derivedErrorMeters = 0
        guard seconds > 0, seconds < Self.maxDerivedSeconds else {
            derived = (0, 0)
            displacement.restart()
            return false
        }
        let (east, north) = LocalScale(at: position).offsetMeters(from: lastPosition, to: position)
        let change = SIMD2(east - derived.east * seconds, north - derived.north * seconds)
        let meters = (change * change).sum().squareRoot()
        if !hasJumped, meters > Self.jumpMeters + Self.jumpAcceleration * seconds * seconds {
            // After a velocity of the receiver, that may have been wrong.
            if isVelocityDerived {
                drift.jump(by: change, accuracy: observation.accuracy, lastAccuracy: lastAccuracy)
            }
            return true
        }
        if isCourseless || !observation.isSpeedMeasured { displace(by: SIMD2(east, north), seconds: seconds) }
        // A single difference of noisy positions says little, unless it is greater than their noise; three seconds of
        // them suffice.
        let noise = Self.derivedNoisePerMeter * observation.accuracy
        let isClear = !observation.isSpeedMeasured && meters > noise
        let gain = max(1 - exp(-seconds / 3), isClear ? 1 - noise / meters : 0)
        isVelocityDerived = true
        derivedErrorMeters = (1 - gain) * meters
        derived.east += (east / seconds - derived.east) * gain
        derived.north += (north / seconds - derived.north) * gain
        return false
    }

    /// Takes a step of a receiver that does not report its velocity: how far it is certain, and its direction.
    private mutating func displace(by step: SIMD2<Double>, seconds: Double) {
        let meters = displacement.take(step, accuracy: observation.accuracy, seconds: seconds)
        displacementSpeed += (meters / seconds - displacementSpeed) * (1 - exp(-seconds / Self.smoothingSeconds))
        guard !observation.isSpeedMeasured, displacement.direction != .zero else { return }
        (observation.headingEast, observation.headingNorth) = (displacement.direction.x, displacement.direction.y)
    }

    /// The course, and the direction in which the vehicle points. A single course of a slow vehicle or person is noise:
    /// its smoothed velocity tells the course.
    @inline(__always)
    private mutating func observeCourse(_ reported: Vector?, derivedSpeed: Double) {
        var course: Vector = (0, 0)
        let (east, north) = (observation.velocityEast, observation.velocityNorth)
        let squared = east * east + north * north
        let noise = Self.clearDeviations * Self.clearDeviations * observation.velocityVariance
        let meanSquared = meanVelocity.east * meanVelocity.east + meanVelocity.north * meanVelocity.north
        let isSteady = observation.isVelocityMeasured && meanSquared > Self.steadySpeed * Self.steadySpeed
        let isVelocityClear = squared > max(Self.headingSpeed * Self.headingSpeed, isSteady ? 0 : noise)
        observation.isVelocityClear =
            observation.isSpeedMeasured ? isVelocityClear : displacementSpeed > Self.certainlyMovingSpeed
        if isVelocityClear, observation.isSpeedMeasured, !isCourseless {
            let length = squared.squareRoot()
            (observation.headingEast, observation.headingNorth) = (east / length, north / length)
        }
        // The derived velocity of a vehicle whose speed is known to be more than noise has its course.
        let derivedNoise =
            observation.isSpeedMeasured ? 0 : Self.derivedNoisePerMeter * observation.accuracy
        if let reported {
            if observation.speed > Self.slowSpeed {
                course = reported
            } else if isVelocityClear {
                course = (observation.headingEast, observation.headingNorth)
            }
        } else if derivedSpeed > max(2 * Self.courseNeedsSpeed, derivedNoise) {
            course = (derived.east / derivedSpeed, derived.north / derivedSpeed)
        } else if isCourseless, displacementSpeed > Self.certainlyMovingSpeed {
            course = (displacement.direction.x, displacement.direction.y)
        }
        (observation.courseEast, observation.courseNorth) = (course.east, course.north)
    }
}
