import NavigationEvents

/// A usable fix for the matching: plain numbers without optionals.
struct Observation {
    /// Fixes with a worse accuracy are weak.
    private static let weakMeters = 40.0
    private static let standingSpeed = 0.5

    var time: Timestamp
    /// Smoothed latitude, degrees.
    var latitude = 0.0
    /// Smoothed longitude, degrees; on a route, unwrapped to the side of ±180° on which the route lies.
    var longitude = 0.0
    /// Radius of 68 % probability, metres.
    var accuracy = 1.0
    /// Metres per second.
    var speed = 0.0
    /// Metres per second, smoothed over four seconds.
    var smoothedSpeed = 0.0
    /// Mean change of the speed in about the last second, metres per second squared; negative while braking.
    var acceleration = 0.0
    /// The highest smoothed speed of about the last two minutes, metres per second.
    var usualSpeed = 0.0
    /// Whether a compass shows the direction of the device.
    var hasCompass = false
    /// Whether the receiver reports its speed; otherwise it is derived from positions.
    var isSpeedMeasured = false
    /// Standard deviation of the distance driven since the previous observation, metres.
    var drivenDeviationMeters = 0.0
    /// East and north component of the unit vector of the course; both 0 if it is unknown.
    var courseEast = 0.0
    var courseNorth = 0.0
    /// Velocity, smoothed over four seconds as a vector, metres per second: noise cancels out, unlike in the speed.
    var velocityEast = 0.0
    var velocityNorth = 0.0
    /// Whether the receiver measures its velocity: each speed comes with a direction that is not a repeated one.
    var isVelocityMeasured = false
    /// Variance of the smoothed velocity of a slow vehicle in each direction, (m/s)².
    var velocityVariance = 0.0
    /// Whether the smoothed velocity is too great for noise: the vehicle moves in its direction.
    var isVelocityClear = false
    /// Unit vector of the last direction of movement, which a stationary vehicle keeps; 0 before the first.
    var headingEast = 0.0
    var headingNorth = 0.0
    /// Mean of the speed since the vehicle was last faster than slow, metres per second.
    var slowSpeedMean = 0.0
    /// Metres per second by which the vehicle moves for certain: 0 while only noise is measured.
    var certainSpeed = 0.0
    /// Square metres of the error of the position besides its accuracy, and of the part by jumps: see
    /// ``PositionDrift``.
    var driftVariance = 0.0
    var jumpVariance = 0.0
    /// Seconds for which the vehicle has been stationary, as far as its velocity shows.
    var standingSeconds = 0.0
    /// Usual seconds between fixes: the shorter of the last two intervals, so that one gap does not change it.
    var periodSeconds = maxPeriodSeconds

    private static let slowPeriodSeconds = 2.0
    private static let latePeriods = 1.5
    /// Longest usual interval of fixes, seconds.
    static let maxPeriodSeconds = 30.0

    /// Whether fixes are so rare that the vehicle moves on by dead reckoning between them.
    var isSlowReceiver: Bool { periodSeconds > Self.slowPeriodSeconds }
    /// Longest interval, seconds, at which the next fix of a slow receiver is not late.
    var slowIntervalSeconds: Double { isSlowReceiver ? Self.latePeriods * periodSeconds : 0 }

    /// An observation without a fix.
    init(at time: Timestamp) { self.time = time }

    /// Whether the fix is too inaccurate to prove that the route was left or the destination reached.
    var isWeak: Bool { accuracy > Self.weakMeters }
    var isStanding: Bool { speed < Self.standingSpeed }
    /// Mean speed of a slow vehicle whose receiver does not report the direction with it, metres per second; 0 if it does.
    var undirectedSpeed: Double { isVelocityMeasured ? 0 : slowSpeedMean }
    /// Length of the smoothed velocity, metres per second.
    var velocityLength: Double { (velocityEast * velocityEast + velocityNorth * velocityNorth).squareRoot() }
    var hasHeading: Bool { headingEast != 0 || headingNorth != 0 }
    var hasCourse: Bool { courseEast != 0 || courseNorth != 0 }

    /// The observation with the last direction of movement as its course.
    var withHeadingAsCourse: Observation {
        var observation = self
        (observation.courseEast, observation.courseNorth) = (headingEast, headingNorth)
        return observation
    }

    /// Cosine of the angle between the course and a direction; 1 if the course is unknown.
    func agreement(east: Double, north: Double) -> Double {
        guard hasCourse else { return 1 }
        let length = (east * east + north * north).squareRoot()
        return length > 0 ? (courseEast * east + courseNorth * north) / length : 1
    }
}

extension Observation {
    /// The observation for a match on another route.
    func continued(on model: RouteModel) -> Observation {
        var observation = self
        observation.longitude = model.continued(longitude: longitude)
        return observation
    }
}
