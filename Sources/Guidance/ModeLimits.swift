import NavigationEvents

/// The distances that depend on how one travels.
struct ModeLimits {
    /// Cosine of 130°.
    private static let opposedAgreement = -0.643

    /// How far beside the line one usually is, metres: lanes, pavements.
    let laneMeters: Double
    /// Nearer than this, the route is never left.
    let leavingMeters: Double
    /// Nearer than this along the route, a stop counts as reached.
    let arrivalMeters: Double
    /// Faster than this, m/s, a course against the route counts as driving the wrong way.
    let wrongWaySpeed: Double
    /// Nobody is faster than this for long, m/s.
    let mostSpeed: Double

    init(_ mode: TravelMode) {
        switch mode {
        case .car, .unknown:
            (laneMeters, leavingMeters, arrivalMeters, wrongWaySpeed, mostSpeed) = (6, 20, 20, 2.5, 60)
        case .bicycle: (laneMeters, leavingMeters, arrivalMeters, wrongWaySpeed, mostSpeed) = (8, 15, 20, 2, 20)
        case .foot: (laneMeters, leavingMeters, arrivalMeters, wrongWaySpeed, mostSpeed) = (10, 12, 18, 1, 4)
        }
    }

    /// Whether one moves against a direction: fast enough for a course that can be trusted.
    func isOpposed(_ agreement: Double, _ observation: Observation) -> Bool {
        observation.hasCourse && agreement < Self.opposedAgreement && observation.speed > wrongWaySpeed
    }

    /// Distance from the line up to which one is on the route for certain with this accuracy.
    func leavingRadius(accuracy: Double) -> Double { max(leavingMeters, 1.8 * accuracy) }

    /// Distance at which a stop counts as reached with this accuracy.
    func arrivalRadius(accuracy: Double) -> Double { min(max(arrivalMeters, 1.2 * accuracy), 35) }
}
