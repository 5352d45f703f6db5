import NavigationEvents

/// What an event says of the steps while one approaches a certain maneuver: made once for each step, so that an
/// event only takes references.
enum StepOutline {
    /// The steps, the street and the route in place, for all steps; of everything else they know nothing.
    static func all(of steps: [Step], on vertices: [RouteVertex], routeID: String) -> [NavigationInfo] {
        var street = ""
        return steps.indices.map { index in
            let step = steps[index]
            let place = vertices[step.geometryIndex]
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let end = min(index + 1 + NavigationInfo.mostRemainingSteps, steps.count)
            defer { street = roadName(after: step) }
            return NavigationInfo(
                state: .enroute, routeID: routeID, fix: .nowhere, currentStep: step, nextStep: next,
                remainingSteps: Array(steps[(index + 1)..<end]),
                maneuverToNextMeters: next.map { vertices[$0.geometryIndex].along - place.along },
                currentStreetName: street)
        }
    }

    /// The short name is what one calls the street; the full one carries the signs as well.
    private static func roadName(after step: Step) -> String {
        step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
    }
}
