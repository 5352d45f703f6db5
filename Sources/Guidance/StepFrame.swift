import NavigationEvents

/// Where a maneuver lies.
struct StepFrame {
    /// Metres from the start of the route to the maneuver.
    var along: Double
    /// Expected seconds from the start of the route to the maneuver.
    var time: Double
    /// Whether the step is the departure of a leg: there is nothing to do at it.
    var isDeparture: Bool
    /// ``Step/number``.
    var stepNumber: Int

    init(_ step: Step, on vertices: [RouteVertex]) {
        along = vertices[step.geometryIndex].along
        time = vertices[step.geometryIndex].time
        isDeparture = step.maneuver == .depart
        stepNumber = step.number
    }
}
