import NavigationEvents

/// What an event says of the steps while one approaches a certain maneuver: made once for each step, so that an
/// event only takes references.
struct StepFrame {
    /// The steps, the street and the route in place; of everything else it knows nothing.
    var outline: NavigationInfo
    /// Metres from the start of the route to the maneuver.
    var along: Double
    /// Expected seconds from the start of the route to the maneuver.
    var time: Double
    /// Whether the step is the departure of a leg: there is nothing to do at it.
    var isDeparture: Bool
    /// ``Step/number``.
    var stepNumber: Int

    /// Makes the frames of all steps.
    static func all(of steps: [Step], on vertices: [RouteVertex], routeID: String) -> [StepFrame] {
        let nowhere = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0), position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0))
        var street = ""
        return steps.indices.map { index in
            let step = steps[index]
            let place = vertices[step.geometryIndex]
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let end = min(index + 1 + NavigationInfo.mostRemainingSteps, steps.count)
            defer { street = roadName(after: step) }
            let outline = NavigationInfo(
                state: .enroute, routeID: routeID, fix: nowhere, currentStep: step, nextStep: next,
                remainingSteps: Array(steps[(index + 1)..<end]),
                maneuverToNextMeters: next.map { vertices[$0.geometryIndex].along - place.along },
                currentStreetName: street)
            return StepFrame(
                outline: outline, along: place.along, time: place.time, isDeparture: step.maneuver == .depart,
                stepNumber: step.number)
        }
    }

    /// The short name is what one calls the street; the full one carries the signs as well.
    private static func roadName(after step: Step) -> String {
        step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
    }
}
