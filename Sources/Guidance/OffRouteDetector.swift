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
    /// Fixes far apart count no more than this, so that one alone proves nothing.
    private static let mostSeconds = 2.0

    private var evidence = 0.0
    private var opposedMeters = 0.0
    private var farFixes = 0

    /// Looks at a fix whose likeliest place on the route is `offset` metres away and whose course agrees with the
    /// route by `agreement` (cosine).
    mutating func assess(
        offset: Double, agreement: Double, _ observation: Observation, seconds: Double, limits: ModeLimits
    ) -> Verdict {
        guard !observation.isWeak else { return .onRoute }
        let sigma2 = observation.accuracy * observation.accuracy + limits.laneMeters * limits.laneMeters
        var gain = min(max(offset * offset / (2 * sigma2) - 2, -2), 3)
        if observation.hasCourse, offset > 0.7 * sigma2.squareRoot() {
            if agreement < -0.5 { gain += 1.2 } else if agreement < 0.643 { gain += 0.9 }
        }
        // Who hardly moves leaves nothing: what drifts then is the receiver.
        if gain > 0 { gain *= min(max(observation.speed / Self.movingSpeed, 0.2), 1) }
        evidence = min(max(evidence + gain * min(seconds, Self.mostSeconds), 0), 2 * Self.leavingEvidence)
        if isWrongWay(agreement, observation, seconds, limits) { return .wrongWay }
        farFixes = offset > max(60, 5 * observation.accuracy) ? farFixes + 1 : 0
        let isFar = offset > limits.leavingRadius(accuracy: observation.accuracy)
        return farFixes >= 2 || (isFar && evidence > Self.leavingEvidence) ? .left : .onRoute
    }

    private mutating func isWrongWay(
        _ agreement: Double, _ observation: Observation, _ seconds: Double, _ limits: ModeLimits
    ) -> Bool {
        // Cosine of 130°.
        let opposed = observation.hasCourse && agreement < -0.643 && observation.speed > limits.wrongWaySpeed
        opposedMeters = opposed ? opposedMeters + observation.speed * seconds : 0
        return opposedMeters > Self.wrongWayMeters
    }
}
