import NavigationEvents

/// What an event says of the steps while one approaches a certain maneuver: made once for each step, so that an
/// event only takes references.
struct StepFrame {
    var current: Step
    var next: Step?
    var remaining: [Step]
    /// Name of the road that leads to the maneuver.
    var streetName: String
    /// Metres from the start of the route to the maneuver.
    var along: Double
    /// Expected seconds from the start of the route to the maneuver.
    var time: Double
    /// Metres from this maneuver to the one after it.
    var toNextMeters: Double?

    /// Makes the frames of all steps.
    static func all(of steps: [Step], on vertices: [RouteVertex]) -> [StepFrame] {
        var street = ""
        return steps.indices.map { index in
            let step = steps[index]
            let place = vertices[step.geometryIndex]
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let end = min(index + 1 + NavigationInfo.mostRemainingSteps, steps.count)
            defer { street = roadName(after: step) }
            return StepFrame(
                current: step, next: next, remaining: Array(steps[(index + 1)..<end]), streetName: street,
                along: place.along, time: place.time,
                toNextMeters: next.map { vertices[$0.geometryIndex].along - place.along })
        }
    }

    /// The short name is what one calls the street; the full one carries the signs as well.
    private static func roadName(after step: Step) -> String {
        step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
    }
}
