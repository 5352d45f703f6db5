import NavigationEvents

/// The position of a maneuver on the route.
struct StepPosition {
    /// Metres from the start of the route to the maneuver, along it.
    var distanceAlongRouteMeters: Double
    /// Expected seconds from the start of the route to the maneuver.
    var time: Double
    /// Whether the step is the departure of a leg, which requires no action.
    var isDeparture: Bool
    /// ``Step/number``.
    var stepNumber: Int

    init(_ step: Step, on vertices: [RouteVertex]) {
        distanceAlongRouteMeters = vertices[step.geometryIndex].distanceAlongRouteMeters
        time = vertices[step.geometryIndex].time
        isDeparture = step.maneuver == .depart
        stepNumber = step.number
    }
}
