import NavigationEvents

/// The distances that depend on how one travels.
struct ModeLimits {
    /// How far beside the line one usually is, metres: lanes, pavements.
    let laneMeters: Double
    /// Nearer than this, the route is never left.
    let leavingMeters: Double
    /// Nearer than this along the route, a stop counts as reached.
    let arrivalMeters: Double

    init(_ mode: TravelMode) {
        switch mode {
        case .car, .unknown: (laneMeters, leavingMeters, arrivalMeters) = (6, 20, 20)
        case .bicycle: (laneMeters, leavingMeters, arrivalMeters) = (8, 15, 20)
        case .foot: (laneMeters, leavingMeters, arrivalMeters) = (10, 12, 18)
        }
    }

    /// Distance at which a stop counts as reached with this accuracy.
    func arrivalRadius(accuracy: Double) -> Double { min(max(arrivalMeters, 1.2 * accuracy), 35) }
}
