import NavigationEvents

/// The parts of an event about the steps while a maneuver is approached: made once per step, so that an event only
/// copies references.
enum StepTemplates {
    /// The guidance of all steps with step, street and route filled in; everything else is empty.
    static func all(of steps: [Step], on vertices: [RouteVertex], routeID: String) -> [NavigationInfo] {
        var street = ""
        return steps.indices.map { index in
            let step = steps[index]
            let vertex = vertices[step.geometryIndex]
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let end = min(index + 1 + NavigationInfo.maxRemainingSteps, steps.count)
            defer { street = roadName(after: step) }
            return NavigationInfo(
                state: .enroute, routeID: routeID, fix: .nowhere, currentStep: step, nextStep: next,
                remainingSteps: Array(steps[(index + 1)..<end]),
                maneuverToNextMeters: next.map {
                    vertices[$0.geometryIndex].distanceAlongRouteMeters - vertex.distanceAlongRouteMeters
                },
                currentStreetName: street)
        }
    }

    /// The short name is the usual name of the street; the full one includes the signs.
    private static func roadName(after step: Step) -> String {
        step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
    }
}
