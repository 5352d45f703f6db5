/// The estimated position along the route and its variance: predicted from the speed, corrected by the fixes.
///
/// Only the surroundings of the prediction are searched, so that loops, laps and return legs are followed in order.
struct Tracker {
    /// A correction moves the position back by at most this distance, metres.
    static let maxBackwardMeters = 25.0
    private static let noiseMeters = 8.0
    /// While the vehicle is stationary, its position hardly changes: the receiver drifts.
    private static let standingGain = 0.005
    private static let creepingGain = 0.15
    /// Above this speed, metres per second, the course of a receiver may lag in a turn.
    static let turningSpeed = 4.0
    /// The same for a speed that is derived from positions, and lags behind while the vehicle brakes.
    private static let derivedTurningSpeed = 8.0
    /// Cosine of the angle between the vehicle and the segment that it is on, at least.
    private static let sameDirection = 0.7
    /// Difference of the cosines on both sides of a turn.
    static let clearTurn = 0.12
    private static let beforeTurnMeters = 0.5
    /// Below this speed, metres per second, the smoothed velocity predicts better than the speed, whose noise has no
    /// sign.
    private static let slowSpeed = 0.36
    private static let slowRange = 0.1
    /// Above this speed, metres per second, a single one is more than noise.
    private static let clearSpeed = 1.2
    /// Variance of the smoothed velocity of a stationary receiver, (m/s)²: the smaller a velocity is, the less it counts.
    private static let velocityVariance = 0.02
    /// Below this speed, metres per second, a speed derived from positions is mostly their noise.
    private static let derivedSpeed = 3.0
    /// Cosine of the angle between the velocity and the segment, at least, at which the vehicle follows a turn.
    private static let turningAgreement = 0.5
    /// Smoothed velocity, metres per second, that a stationary receiver may report.
    private static let velocityNoise = 0.2
    /// Seconds until the positions of a stationary vehicle without a measured speed have shown where it stopped.
    private static let settlingSeconds = 8.0
    /// Weak fixes move the position gently, even if it is uncertain.
    private static let weakGain = 0.3
    private static let minVariance = 1.0
    private static let minOvershootMeters = 1.0
    /// Distance in units of its accuracy from which a weak fix proves an error.
    private static let weakProof = 1.5
    /// A position estimated too far ahead waits if the vehicle reaches it within this time.
    private static let recoverySeconds = 3.0
    /// Errors of consecutive fixes are correlated, so each weighs less than its accuracy suggests: a third if the
    /// position is well known, fully if it is not.
    private static let maxErrorCorrelation = 3.0

    /// Metres along the route.
    private(set) var distanceAlongRouteMeters: Double
    /// Square metres.
    private(set) var variance: Double
    /// Metres per second along the route.
    private(set) var speed: Double
    /// Index of the segment of the position.
    private(set) var segment: Int
    /// Metres by which the position is known to be too far ahead; 0 unless it was overestimated.
    private(set) var overshootMeters = 0.0
    /// Seconds since the previous observation.
    private var interval = 1.0
    /// Whether the vehicle was stationary since then, by its velocity.
    private var isStanding = false
    /// Whether it certainly moved.
    private var isMoving = true
    /// Metres along the route by which the position moved since the vehicle last moved for certain.
    private var driftMeters = 0.0
    private var creepDetector = CreepDetector()
    /// Metres driven since then.
    private var drivenMeters = 0.0
    /// Whether they were driven backwards along the route.
    private var isGoingBack = false
    /// The true position, metres along the route: the next maneuver and its distance are computed from it.
    var knownAlongMeters: Double { distanceAlongRouteMeters - overshootMeters }

    /// Starts at a matched point on the route.
    init(at point: RoutePoint, accuracy: Double, speed: Double) {
        distanceAlongRouteMeters = point.distanceAlongRouteMeters
        segment = point.segment
        variance = accuracy * accuracy
        self.speed = speed
    }

    /// Moves on by the distance driven, without a position.
    @inline(__always)
    mutating func predict(_ observation: Observation, seconds: Double, on model: RouteModel) {
        interval = seconds
        let mean = (speed + observation.speed) / 2
        isGoingBack = false
        if observation.isSpeedMeasured, mean > Self.clearSpeed {
            (isMoving, isStanding) = (true, false)
            drivenMeters = mean * seconds
        } else {
            predictSlowly(observation, mean, seconds: seconds, on: model)
        }
        distanceAlongRouteMeters += drivenMeters
        if !isMoving {
            driftMeters += drivenMeters
        } else if driftMeters != 0 {
            // The distance by which a stationary vehicle moved on was probably an error.
            variance += driftMeters * driftMeters
            driftMeters = 0
        }
        speed = observation.speed
        variance += observation.drivenDeviationMeters * observation.drivenDeviationMeters
    }

    /// Predicts the distance of a slow vehicle, `mean` metres per second fast: a speed is never negative, so its noise
    /// adds up, and the smoothed velocity tells more.
    private mutating func predictSlowly(
        _ observation: Observation, _ mean: Double, seconds: Double, on model: RouteModel
    ) {
        let along = velocity(observation, on: model)
        let limited = min(max(along, -mean), mean)
        let variance = max(Self.velocityVariance, observation.velocityVariance)
        let certain = limited * limited * limited / (limited * limited + variance)
        if observation.isSpeedMeasured {
            // The velocity of a vehicle that turns lags behind its speed.
            let agrees = observation.isVelocityClear && along > Self.turningAgreement * observation.velocityLength
            let excess = (observation.undirectedSpeed - Self.slowSpeed) / Self.slowRange
            let trust = agrees ? 1 : min(max(excess, 0), 1)
            drivenMeters = (trust * mean + (1 - trust) * certain) * seconds
            isMoving = trust > 0 || observation.isVelocityClear
        } else {
            // Only the positions show the movement, and its direction.
            isMoving = observation.isVelocityClear
            drivenMeters = (isMoving ? mean < Self.derivedSpeed ? along : mean : certain) * seconds
            if isMoving {
                // A movement across the line leads to another part of it: how far, only the next positions show.
                let deviation = self.variance.squareRoot() + (observation.velocityLength - along.magnitude) * seconds
                self.variance = deviation * deviation
            }
        }
        isStanding = !isMoving && along * along < max(Self.velocityNoise * Self.velocityNoise, variance)
        if !observation.isSpeedMeasured, observation.standingSeconds < Self.settlingSeconds { isStanding = false }
    }

    /// The smoothed velocity along the route, metres per second; negative backwards.
    private func velocity(_ observation: Observation, on model: RouteModel) -> Double {
        let vertex = model.vertices[segment]
        let (east, north) = (Double(vertex.east), Double(vertex.north))
        let length = (east * east + north * north).squareRoot()
        guard length > 0 else { return 0 }
        return (observation.velocityEast * east + observation.velocityNorth * north) / length
    }

    /// Reverses the prediction: the distance was driven backwards along the route.
    mutating func turnBack() {
        distanceAlongRouteMeters -= 2 * max(drivenMeters, 0)
        isGoingBack = true
    }

    /// The best match of the observation around the prediction, and not beyond `limit`.
    @inline(__always)
    func match(_ observation: Observation, on model: RouteModel, limit: Double, laneMeters: Double) -> RoutePoint? {
        var search = MatchSearch(
            observation, around: distanceAlongRouteMeters, variance: variance, limit: limit, laneMeters: laneMeters)
        let here = model.segment(at: distanceAlongRouteMeters, near: segment)
        model.vertices.withUnsafeBufferPointer { search.run(observation, from: here, over: $0) }
        return search.best.map { model.routePoint($0.segment, $0.fraction, $0.squaredMeters, observation) }
    }

    /// Moves towards the match, weighted by the variances.
    @inline(__always)
    mutating func correct(
        towards point: RoutePoint?, _ observation: Observation, on model: RouteModel, limit: Double, from start: Double,
        laneMeters: Double
    ) {
        if let point {
            let squared = observation.accuracy * observation.accuracy
            let sigma2 = squared + laneMeters * laneMeters
            if point.offset * point.offset < 2.2 * 2.2 * sigma2 {
                let familiarity = observation.isWeak ? 1 : squared / (squared + variance)
                let errorCorrelation =
                    observation.isSpeedMeasured ? 1 + (Self.maxErrorCorrelation - 1) * familiarity : 0.1
                let jumpVariance = observation.isSpeedMeasured ? 0 : observation.jumpVariance
                var gain = variance / (variance + errorCorrelation * squared + jumpVariance)
                if observation.isWeak { gain = weakGain(gain, towards: point, observation) }
                let error = point.distanceAlongRouteMeters - distanceAlongRouteMeters
                creepDetector.observe(error: speed < Self.turningSpeed ? error : 0, seconds: interval)
                if isStanding, overshootMeters == 0 {
                    let follows = creepDetector.followsFixes(observation, seconds: interval)
                    gain = follows ? Self.creepingGain : Self.standingGain
                }
                distanceAlongRouteMeters += gain * error
                if !isMoving { driftMeters += gain * error }
                variance = max(variance * (1 - gain), Self.minVariance)
            }
        }
        if overshootMeters > 0 {
            recede(to: min(distanceAlongRouteMeters, limit), from: start, on: model)
        } else {
            let end = min(limit, turnNotMade(observation, point, from: start, laneMeters: laneMeters, on: model))
            move(
                to: forward(min(distanceAlongRouteMeters, end), from: start), on: model, near: point?.segment ?? segment
            )
        }
    }

    /// Metres along the route of the next turn that the vehicle has not made yet, as its direction shows; infinite if
    /// there is none nearby. A vehicle that waits before a turn points to where it came from, wherever its positions
    /// wander.
    private func turnNotMade(
        _ observation: Observation, _ point: RoutePoint?, from start: Double, laneMeters: Double, on model: RouteModel
    ) -> Double {
        let isDerived = !observation.isSpeedMeasured && !observation.isSlowReceiver
        guard speed < (isDerived ? Self.derivedTurningSpeed : Self.turningSpeed), distanceAlongRouteMeters > start,
            !creepDetector.isAhead(accuracy: observation.accuracy, laneMeters: laneMeters)
        else { return .infinity }
        let proof = (point?.distanceAlongRouteMeters ?? 0) - 2 * observation.accuracy - laneMeters
        return model.vertices.withUnsafeBufferPointer { line in
            var index = segment
            let agreement = line[index].headingAgreement(with: observation)
            guard agreement > Self.sameDirection else { return .infinity }
            // Behind a jog the line continues in the same direction: its turns may have been made.
            if let point, point.segment > index,
                line[point.segment].headingAgreement(with: observation) > agreement - Self.clearTurn
            {
                return .infinity
            }
            while index + 1 < line.count - 1, line[index + 1].distanceAlongRouteMeters <= distanceAlongRouteMeters {
                index += 1
                if line[index].distanceAlongRouteMeters < proof { return .infinity }
                if line[index].headingAgreement(with: observation) < agreement - Self.clearTurn {
                    return max(line[index].distanceAlongRouteMeters - Self.beforeTurnMeters, start)
                }
            }
            return .infinity
        }
    }

    /// The gain of a weak fix. It moves the position gently, unless the position is less certain than the fix and far
    /// outside its circle.
    private func weakGain(_ gain: Double, towards point: RoutePoint, _ observation: Observation) -> Double {
        let distance = (point.distanceAlongRouteMeters - distanceAlongRouteMeters).magnitude
        let outside = distance - Self.weakProof * observation.accuracy
        let gentle = min(gain, Self.weakGain)
        guard outside > 0, variance > observation.accuracy * observation.accuracy else { return gentle }
        return min(gain, max(gentle, outside / distance))
    }

    /// Sets the position after a gap. A correction forwards takes effect immediately; a correction backwards is applied
    /// in portions, or by waiting until the vehicle reaches the position.
    ///
    /// - Parameter start: The last reported position, metres along the route.
    mutating func settle(at point: RoutePoint, _ observation: Observation, from start: Double, on model: RouteModel) {
        self = Tracker(at: point, accuracy: observation.accuracy, speed: observation.speed)
        if point.distanceAlongRouteMeters < start { recede(to: point.distanceAlongRouteMeters, from: start, on: model) }
    }

    /// Moves back from an overestimated position, and records the rest of the error.
    private mutating func recede(to wanted: Double, from start: Double, on model: RouteModel) {
        let back = start - wanted
        let maxStep = Self.maxBackwardMeters * interval
        let step = min(max(back - Self.recoverySeconds * speed, 0), maxStep)
        move(to: max(wanted, start - step), on: model, near: segment)
        overshootMeters = distanceAlongRouteMeters - wanted
        if overshootMeters < Self.minOvershootMeters { overshootMeters = 0 }
        variance += overshootMeters * overshootMeters
    }

    /// Limits a correction backwards. While the vehicle moves, a small one is noise and ignored; a larger one is
    /// applied in portions.
    private func forward(_ meters: Double, from start: Double) -> Double {
        let back = start - meters
        if !isGoingBack, interval <= 2, back > 0, back < Self.noiseMeters, speed > Motion.courseNeedsSpeed {
            return start
        }
        return max(meters, start - Self.maxBackwardMeters * max(interval, 1))
    }

    /// Moves on along the route without a fix; `deviationMeters` is added to the standard deviation.
    mutating func extrapolate(meters: Double, deviationMeters: Double, speed: Double, on model: RouteModel) {
        self.speed = speed
        overshootMeters = 0
        isGoingBack = false
        let deviation = variance.squareRoot() + deviationMeters
        variance = deviation * deviation
        move(to: distanceAlongRouteMeters + meters, on: model, near: segment)
    }

    /// Sets the position; `hint` is a segment near it.
    private mutating func move(to meters: Double, on model: RouteModel, near hint: Int) {
        self.distanceAlongRouteMeters = min(max(meters, 0), model.destinationAlongMeters)
        segment = model.segment(at: self.distanceAlongRouteMeters, near: hint)
    }
}
