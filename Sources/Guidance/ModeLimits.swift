import NavigationEvents

/// The limits that depend on the mode of travel.
struct ModeLimits {
    /// Cosine of 130°.
    private static let opposedAgreement = -0.643

    /// Usual distance from the line, metres: lanes, pavements.
    let laneMeters: Double
    /// Minimum distance from the line, metres, at which the route can be left.
    let leavingMeters: Double
    /// Distance along the route, metres, at which a stop counts as reached.
    let arrivalMeters: Double
    /// Minimum speed, metres per second, at which a course against the route counts as driving the wrong way.
    let wrongWaySpeed: Double
    /// Metres and seconds of driving the wrong way that prove it.
    let wrongWayMeters: Double
    let wrongWaySeconds: Double
    /// Maximum sustained speed, metres per second.
    let maxSpeed: Double

    init(_ mode: TravelMode) {
        switch mode {
        case .car, .unknown:
            (laneMeters, leavingMeters, arrivalMeters) = (6, 20, 20)
            (wrongWaySpeed, wrongWayMeters, wrongWaySeconds, maxSpeed) = (2.5, 25, 0, 60)
        case .bicycle:
            (laneMeters, leavingMeters, arrivalMeters) = (8, 15, 20)
            (wrongWaySpeed, wrongWayMeters, wrongWaySeconds, maxSpeed) = (2, 20, 0, 20)
        case .foot:
            (laneMeters, leavingMeters, arrivalMeters) = (10, 12, 10)
            // A few steps back are none; ten seconds of them are.
            (wrongWaySpeed, wrongWayMeters, wrongWaySeconds, maxSpeed) = (0.5, 3, 4.5, 4)
        }
    }

    /// Whether the vehicle moves against a direction, fast enough for a reliable course.
    func isOpposed(_ agreement: Double, _ observation: Observation) -> Bool {
        observation.hasCourse && agreement < Self.opposedAgreement && observation.speed > wrongWaySpeed
    }

    /// Distance from the line, metres, up to which the vehicle is on the route for certain with this accuracy.
    func leavingRadius(accuracy: Double) -> Double { max(leavingMeters, 1.8 * accuracy) }

    /// Distance in metres at which a stop counts as reached with this accuracy.
    func arrivalRadius(accuracy: Double) -> Double { min(max(arrivalMeters, 1.2 * accuracy), 35) }
}
