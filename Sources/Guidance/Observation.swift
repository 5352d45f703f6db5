import NavigationEvents

/// A usable fix for the matching: plain numbers without optionals.
struct Observation {
    /// Fixes with a worse accuracy are weak.
    private static let weakMeters = 40.0

    var time: Timestamp
    /// Smoothed latitude, degrees.
    var latitude: Double
    /// Smoothed longitude, degrees, unwrapped to the side of ±180° on which the route lies.
    var longitude: Double
    /// Radius of 68 % probability, metres.
    var accuracy: Double
    /// Whether the fix is too inaccurate to prove that the route was left or the destination reached.
    var isWeak: Bool
    /// Metres per second.
    var speed: Double
    /// Standard deviation of the distance driven since the previous observation, metres.
    var drivenDeviationMeters: Double
    /// East and north component of the unit vector of the course; both 0 if it is unknown.
    var courseEast: Double
    var courseNorth: Double

    /// Smoothed velocity, metres per second.
    var velocityEast = 0.0
    var velocityNorth = 0.0
    /// Unit vector of the last direction of movement, which a stationary vehicle keeps; 0 before the first.
    var headingEast = 0.0
    var headingNorth = 0.0
    /// ``Motion/slowSpeedMean``.
    var slowSpeedMean = 0.0
    /// ``Motion/certainSpeed(accuracy:)``.
    var certainSpeed = 0.0
    /// Whether the receiver reports its speed.
    var isSpeedMeasured = true

    var hasCourse: Bool { courseEast != 0 || courseNorth != 0 }

    /// Cosine of the angle between the course and a direction; 1 if the course is unknown.
    func agreement(east: Double, north: Double) -> Double {
        guard hasCourse else { return 1 }
        let length = (east * east + north * north).squareRoot()
        return length > 0 ? (courseEast * east + courseNorth * north) / length : 1
    }
}

extension Observation {
    /// Makes the observation of a fix that `motion` has observed, at its longitude on the side of the route.
    init(_ fix: Fix, _ motion: Motion, longitude: Double) {
        time = fix.time
        latitude = fix.smoothedPosition.latitudeDegrees
        self.longitude = longitude
        accuracy = Self.accuracy(of: fix)
        isWeak = accuracy > Self.weakMeters
        speed = motion.speed
        drivenDeviationMeters = motion.drivenDeviationMeters
        (courseEast, courseNorth) = (motion.courseEast, motion.courseNorth)
        (velocityEast, velocityNorth) = (motion.velocityEast, motion.velocityNorth)
        (headingEast, headingNorth) = (motion.headingEast, motion.headingNorth)
        slowSpeedMean = motion.slowSpeedMean
        certainSpeed = motion.certainSpeed(accuracy: accuracy)
        isSpeedMeasured = motion.isSpeedMeasured
    }

    /// The observation for a match on another route.
    func continued(on model: RouteModel) -> Observation {
        var observation = self
        observation.longitude = model.continued(longitude: longitude)
        return observation
    }

    /// The accuracy of a fix for the matching, metres.
    static func accuracy(of fix: Fix) -> Double { max(FixCheck.accuracy(of: fix), 1) }
}
