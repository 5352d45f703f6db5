import NavigationEvents

extension ProviderLeg {
    /// Marks the maneuvers after which the road has a name or a number of the road before them.
    ///
    /// A ramp often has the number of the motorway to which it belongs, and a sign with other numbers leads to another
    /// road: neither stays on the road.
    mutating func markStaying() {
        for index in steps.indices.dropFirst().dropLast() {
            if steps[index].roundaboutPart == .exit, steps[index - 1].roundaboutPart == .enter {
                steps[index].step.isStayingOnRoad = steps[index - 1].step.isStayingOnRoad
            } else {
                steps[index].step.isStayingOnRoad = staysOnRoad(at: index)
            }
        }
    }

    private func staysOnRoad(at index: Int) -> Bool {
        let (before, after) = (steps[index - 1], steps[index])
        guard after.step.maneuver.ramp == nil, !after.isOnRamp, after.step.ferry == .none else { return false }
        let road = before.lastRoadNames ?? before.roadNames
        let refs = after.step.signpost?.refs ?? []
        return RoadNames.shareName(road, after.roadNames) && (refs.isEmpty || RoadNames.shareName(road, refs))
    }
}
