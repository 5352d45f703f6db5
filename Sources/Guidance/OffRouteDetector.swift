/// Collects evidence that the route was left or is driven the wrong way.
struct OffRouteDetector {
    enum Verdict {
        case onRoute
        case left
        case wrongWay
    }

    private static let leavingEvidence = 5.0
    /// Who is slower hardly moves, m/s.
    static let movingSpeed = 1.2
    private static let wrongWayMeters = 25.0
    private static let weakErrors = 5.0
    private static let mostWeakFixes = 5
    /// Fixes far apart count no more than this, so that one alone proves nothing.
    private static let mostSeconds = 2.0
    /// So long the speed away from the line is averaged.
    private static let recedingSeconds = 2.0
    /// Metres per second sideways while lanes are changed.
    private static let laneChangeSpeed = 0.8
    /// Radians by which courses are wrong, or differ from a line that is drawn coarsely.
    private static let courseDoubt = 0.04
    private static let mostRecedingEvidence = 1.2

    private var evidence = 0.0
    /// Metres per second away from the line, averaged; negative towards it.
    private var recedingSpeed = 0.0

    private var opposedMeters = 0.0
    private var farFixes = 0
    private var weakFixes = 0

    /// Looks at a fix and its likeliest place on the route; `nil` where none is near.
    mutating func assess(
        _ point: RoutePoint?, _ observation: Observation, seconds: Double, limits: ModeLimits
    ) -> Verdict {
        guard !observation.isWeak else { return assessWeak(offset: point?.offset ?? .infinity, observation) }
        weakFixes = 0
        let offset = point?.offset ?? .infinity
        let agreement = point?.agreement ?? 1
        let time = min(seconds, Self.mostSeconds)
        observe(outwardSpeed: point?.outwardSpeed ?? 0, seconds: time)
        let sigma2 = observation.accuracy * observation.accuracy + limits.laneMeters * limits.laneMeters
        var gain = min(max(offset * offset / (2 * sigma2) - 2, -2), 3)
        if observation.hasCourse, offset > 0.7 * sigma2.squareRoot() {
            gain += max(courseEvidence(agreement), recedingEvidence(observation))
        }
        // Who hardly moves leaves nothing: what drifts then is the receiver.
        if gain > 0 { gain *= min(max(observation.speed / Self.movingSpeed, 0.2), 1) }
        evidence = min(max(evidence + gain * time, 0), 2 * Self.leavingEvidence)
        if isWrongWay(agreement, observation, seconds, limits) { return .wrongWay }
        farFixes = offset > max(60, 5 * observation.accuracy) ? farFixes + 1 : 0
        let isFar = offset > limits.leavingRadius(accuracy: observation.accuracy)
        return farFixes >= 2 || (isFar && evidence > Self.leavingEvidence) ? .left : .onRoute
    }

    private mutating func observe(outwardSpeed: Double, seconds: Double) {
        let gain = seconds / (seconds + Self.recedingSeconds)
        recedingSpeed += (outwardSpeed - recedingSpeed) * gain
    }

    /// A course that is more than 50° or 120° off.
    private func courseEvidence(_ agreement: Double) -> Double { agreement < -0.5 ? 1.2 : agreement < 0.643 ? 0.9 : 0 }

    /// Who steadily gets further away from the line, faster than lanes are changed and courses are wrong, leaves it
    /// however small the angle is.
    private func recedingEvidence(_ observation: Observation) -> Double {
        guard recedingSpeed > 0 else { return 0 }
        let doubt = Self.laneChangeSpeed + Self.courseDoubt * observation.speed
        let ratio = recedingSpeed / doubt
        return min(ratio * ratio / 2, Self.mostRecedingEvidence)
    }

    /// However inexact the fixes are: who moves many times their error away from the line, again and again, has left it.
    private mutating func assessWeak(offset: Double, _ observation: Observation) -> Verdict {
        let isFar = offset > Self.weakErrors * observation.accuracy && observation.speed > Self.movingSpeed
        weakFixes = isFar ? weakFixes + 1 : 0
        return weakFixes >= Self.mostWeakFixes ? .left : .onRoute
    }

    private mutating func isWrongWay(
        _ agreement: Double, _ observation: Observation, _ seconds: Double, _ limits: ModeLimits
    ) -> Bool {
        let isOpposed = limits.isOpposed(agreement, observation)
        opposedMeters = isOpposed ? opposedMeters + observation.speed * seconds : 0
        return opposedMeters > Self.wrongWayMeters
    }
}
