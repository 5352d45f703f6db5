/// The place along the route and how well it is known: predicted by the speed, corrected by the fixes.
///
/// Only the surroundings of the prediction are searched, so that loops, laps and the way back are followed forwards.
struct Tracker {
    /// A correction never moves the place back by more than this.
    private static let mostBackwardMeters = 25.0
    private static let noiseMeters = 8.0
    /// Who stands stays where he is: what moves then is the receiver.
    private static let standingGain = 0.08
    /// So far one comes within one interval while one stops; who came further has driven meanwhile.
    private static let stoppingMeters = 5.0
    /// Weak fixes move the place gently, however little it is known.
    private static let weakGain = 0.3
    private static let leastVariance = 1.0
    private static let leastSurplusMeters = 1.0
    /// So far beyond its accuracy even a weak fix proves something.
    private static let weakProof = 1.5
    /// A place that was estimated too far ahead waits where one comes along so soon.
    private static let recoverySeconds = 3.0
    /// The errors of neighbouring fixes are alike, so each counts for less than it claims: for a third of it where
    /// the place is known already, for all of it where it is not.
    private static let mostLikeness = 3.0

    /// Metres along the route.
    private(set) var along: Double
    /// Square metres.
    private(set) var variance: Double
    /// Metres per second along the route.
    private(set) var speed: Double
    /// Index of the segment that holds the place.
    private(set) var segment: Int
    /// Metres by which the place is known to be too far ahead; 0 unless it was estimated so.
    private(set) var surplus = 0.0
    /// Seconds since the observation before.
    private var interval = 1.0
    /// Whether one stood since then.
    private var isStanding = false
    /// Metres driven since then.
    private var way = 0.0
    /// Whether they were driven back along the route.
    private var isGoingBack = false
    /// Metres along the route where one really is: what is next, and how far it is, is told from here.
    var knownAlong: Double { along - surplus }
    /// Whether the place that is told is plainly not where one is.
    var isRecovering: Bool { surplus > Self.mostBackwardMeters }

    /// Starts at a place that was found on the route.
    init(at point: RoutePoint, accuracy: Double, speed: Double) {
        along = point.along
        segment = point.segment
        variance = accuracy * accuracy
        self.speed = speed
    }

    /// Moves on by what was driven, without looking at a position.
    mutating func predict(_ observation: Observation, seconds: Double) {
        interval = seconds
        let mean = (speed + observation.speed) / 2
        way = mean * seconds
        isGoingBack = false
        isStanding = observation.speed < Motion.standingSpeed && way < Self.stoppingMeters
        along += way
        speed = observation.speed
        variance += observation.wayDoubt * observation.wayDoubt
    }

    /// What was driven was driven back along the route: the prediction went the other way.
    mutating func turnBack() {
        along -= 2 * way
        isGoingBack = true
    }

    /// The likeliest place of the observation around the prediction, and not beyond `limit`.
    func match(_ observation: Observation, on model: RouteModel, limit: Double, laneMeters: Double) -> RoutePoint? {
        var search = MatchSearch(observation, around: along, variance: variance, limit: limit, laneMeters: laneMeters)
        let here = model.segment(at: along, near: segment)
        model.vertices.withUnsafeBufferPointer { search.run(from: here, over: $0) }
        return search.best.map { model.routePoint($0.segment, $0.fraction, $0.squaredMeters, observation) }
    }

    /// Moves towards the match as far as the doubts allow.
    mutating func correct(
        towards point: RoutePoint?, _ observation: Observation, on model: RouteModel, limit: Double, from start: Double,
        laneMeters: Double
    ) {
        if let point {
            let squared = observation.accuracy * observation.accuracy
            let sigma2 = squared + laneMeters * laneMeters
            if point.offset * point.offset < 2.2 * 2.2 * sigma2 {
                let familiarity = observation.isWeak ? 1 : squared / (squared + variance)
                let likeness = 1 + (Self.mostLikeness - 1) * familiarity
                var gain = variance / (variance + likeness * squared)
                if observation.isWeak { gain = weakGain(gain, towards: point, observation) }
                if isStanding, surplus == 0 { gain *= Self.standingGain }
                along += gain * (point.along - along)
                variance = max(variance * (1 - gain), Self.leastVariance)
            }
        }
        if surplus > 0 {
            recede(to: min(along, limit), from: start, on: model)
        } else {
            place(at: forward(min(along, limit), from: start), on: model)
        }
    }

    /// A weak fix moves the place gently; but what is known less well than the fix cannot be far outside its circle.
    private func weakGain(_ gain: Double, towards point: RoutePoint, _ observation: Observation) -> Double {
        let distance = (point.along - along).magnitude
        let outside = distance - Self.weakProof * observation.accuracy
        let gentle = min(gain, Self.weakGain)
        guard outside > 0, variance > observation.accuracy * observation.accuracy else { return gentle }
        return min(gain, max(gentle, outside / distance))
    }

    /// Behind a gap: the place is where it was found. Forwards that counts at once; backwards it is made good in
    /// portions, or by waiting where one comes along soon.
    ///
    /// - Parameter start: The place told last, metres along the route.
    mutating func settle(at point: RoutePoint, _ observation: Observation, from start: Double, on model: RouteModel) {
        self = Tracker(at: point, accuracy: observation.accuracy, speed: observation.speed)
        if point.along < start { recede(to: point.along, from: start, on: model) }
    }

    /// Goes back from a place told too far ahead, and knows how much is left of it.
    private mutating func recede(to wanted: Double, from start: Double, on model: RouteModel) {
        let back = start - wanted
        let most = Self.mostBackwardMeters * min(interval, 1)
        let step = min(max(back - Self.recoverySeconds * speed, 0), most)
        place(at: max(wanted, start - step), on: model)
        surplus = along - wanted
        if surplus < Self.leastSurplusMeters { surplus = 0 }
        variance += surplus * surplus
    }

    /// While one moves on, what remains does not grow by a little: that is noise. More is a correction, taken in
    /// portions.
    private func forward(_ along: Double, from start: Double) -> Double {
        let back = start - along
        if !isGoingBack, back > 0, back < Self.noiseMeters, speed > Motion.courseNeedsSpeed { return start }
        return max(along, start - Self.mostBackwardMeters)
    }

    /// Goes on along the route without a fix.
    mutating func extrapolate(meters: Double, doubtPerMeter: Double, speed: Double, on model: RouteModel) {
        self.speed = speed
        surplus = 0
        isGoingBack = false
        let deviation = variance.squareRoot() + doubtPerMeter * meters
        variance = deviation * deviation
        place(at: along + meters, on: model)
    }

    private mutating func place(at along: Double, on model: RouteModel) {
        self.along = min(max(along, 0), model.destinationAlong)
        segment = model.segment(at: self.along, near: segment)
    }
}
