/// Collects evidence that the route was left or is driven in the wrong direction.
struct OffRouteDetector {
    enum Verdict {
        case onRoute
        case left
        case wrongWay
    }

    private static let leavingEvidence = 5.0
    /// Slower vehicles hardly move, metres per second.
    static let movingSpeed = 1.2
    /// A smaller speed may be noise, however long it lasts, metres per second, or without a measured speed in units of
    /// that at which the course of the vehicle is reliable.
    private static let noiseSpeed = 0.4
    private static let derivedNoiseFactor = 0.4
    private static let weakErrorFactor = 5.0
    private static let neededWeakFixes = 5
    /// Maximum interval of a fix in seconds, so that one fix alone proves nothing.
    private static let maxIntervalSeconds = 2.0
    /// Averaging time of the speed away from the line, seconds.
    private static let recedingSeconds = 2.0
    /// Speed sideways during a lane change, metres per second.
    private static let laneChangeSpeed = 0.8
    /// Error of courses, including that of a coarsely drawn line, radians.
    private static let courseErrorRadians = 0.04
    private static let maxRecedingEvidence = 1.2
    private static let usualAccuracyMeters = 10.0

    private var evidence = 0.0
    /// Averaged speed away from the line, metres per second; negative towards it.
    private var recedingSpeed = 0.0

    private var opposedMeters = 0.0
    private var opposedSeconds = 0.0
    private var farFixes = 0
    private var weakFixes = 0

    /// Judges a fix and its best match on the route; `nil` if there is no match nearby.
    mutating func assess(
        _ point: RoutePoint?, _ observation: Observation, seconds: Double, limits: ModeLimits
    ) -> Verdict {
        guard !observation.isWeak else { return assessWeak(offset: point?.offset ?? .infinity, observation) }
        weakFixes = 0
        let offset = point?.offset ?? .infinity
        let agreement = point?.agreement ?? 1
        let time = min(seconds, Self.maxIntervalSeconds)
        observe(outwardSpeed: point?.outwardSpeed ?? 0, seconds: time)
        let sigma2 =
            observation.accuracy * observation.accuracy + limits.laneMeters * limits.laneMeters
            + observation.driftVariance
        var gain = min(max(offset * offset / (2 * sigma2) - 2, -2), 3)
        if observation.hasCourse, offset > 0.7 * sigma2.squareRoot() {
            gain += max(courseEvidence(agreement), recedingEvidence(observation))
        }
        // A vehicle that hardly moves does not leave the route: the receiver drifts.
        if gain > 0 { gain *= certainty(of: observation, limits) }
        evidence = min(max(evidence + gain * time, 0), 2 * Self.leavingEvidence)
        if isWrongWay(agreement, observation, seconds, limits) { return .wrongWay }
        farFixes = offset > max(60, 5 * observation.accuracy) ? farFixes + 1 : 0
        let isFar = offset > limits.leavingRadius(accuracy: observation.accuracy)
        return farFixes >= 2 || (isFar && evidence > Self.leavingEvidence) ? .left : .onRoute
    }

    /// Whether the movement is more than noise, 0...1.
    private func certainty(of observation: Observation, _ limits: ModeLimits) -> Double {
        let derivedNoise = observation.isSpeedMeasured ? 0 : Self.derivedNoiseFactor * limits.wrongWaySpeed
        let excess = observation.certainSpeed - max(Self.noiseSpeed, derivedNoise)
        return min(max(excess / (Self.movingSpeed - Self.noiseSpeed), 0), 1)
    }

    private mutating func observe(outwardSpeed: Double, seconds: Double) {
        let gain = seconds / (seconds + Self.recedingSeconds)
        recedingSpeed += (outwardSpeed - recedingSpeed) * gain
    }

    /// Evidence of a course that deviates by more than 50° or 120°.
    private func courseEvidence(_ agreement: Double) -> Double { agreement < -0.5 ? 1.2 : agreement < 0.643 ? 0.9 : 0 }

    /// Evidence of a vehicle that steadily moves away from the line, faster than by lane changes and errors of the
    /// course, however small the angle is.
    private func recedingEvidence(_ observation: Observation) -> Double {
        guard recedingSpeed > 0 else { return 0 }
        let doubt = Self.laneChangeSpeed + Self.courseErrorRadians * observation.speed
        let ratio = recedingSpeed / doubt
        return min(ratio * ratio / 2, Self.maxRecedingEvidence)
    }

    /// Judges inaccurate fixes: several positions in a row, many times their error away from the line while moving,
    /// prove that it was left.
    private mutating func assessWeak(offset: Double, _ observation: Observation) -> Verdict {
        let isFar = offset > Self.weakErrorFactor * observation.accuracy && observation.speed > Self.movingSpeed
        weakFixes = isFar ? weakFixes + 1 : 0
        return weakFixes >= Self.neededWeakFixes ? .left : .onRoute
    }

    private mutating func isWrongWay(
        _ agreement: Double, _ observation: Observation, _ seconds: Double, _ limits: ModeLimits
    ) -> Bool {
        let isOpposed = limits.isOpposed(agreement, observation)
        if isOpposed {
            opposedMeters += observation.speed * seconds
            opposedSeconds += seconds
        } else if agreement > 0, observation.hasCourse {
            (opposedMeters, opposedSeconds) = (0, 0)
        }
        // A speed that is derived from positions is wrong by the errors of two of them.
        let errorMeters = observation.isSpeedMeasured ? 0 : max(observation.accuracy - Self.usualAccuracyMeters, 0)
        return opposedMeters > limits.wrongWayMeters + 2 * errorMeters && opposedSeconds >= limits.wrongWaySeconds
    }
}
