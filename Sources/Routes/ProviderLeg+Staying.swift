import NavigationEvents

extension ProviderLeg {
    /// Marks the maneuvers after which the road has the name of the road before them.
    ///
    /// The first name counts, since it is the one on signs and in speech: two streets with the number of the same main
    /// road are two streets. A road that was known by another of its names keeps that at a turn. A ramp often has the
    /// number of the motorway to which it belongs, so that on a ramp only a name counts. A sign with other numbers leads
    /// to another road, and so does a merge. What the document says precedes what its names show.
    mutating func markStaying() {
        for index in steps.indices.dropFirst().dropLast() {
            if steps[index].roundaboutPart == .exit, steps[index - 1].roundaboutPart == .enter {
                steps[index].step.isStayingOnRoad = steps[index - 1].step.isStayingOnRoad
            } else {
                let name = keptName(at: index)
                steps[index].step.isStayingOnRoad = name != nil
                if let name, steps[index].step.maneuver.changesDirection { steps[index].step.simpleRoadName = name }
            }
        }
    }

    /// The name of the road after a maneuver that the road before it has too; `nil` if it is another road.
    private func keptName(at index: Int) -> String? {
        let (before, after) = (steps[index - 1], steps[index])
        let maneuver = after.step.maneuver
        guard maneuver.ramp == nil, !maneuver.isMerge, after.step.ferry == .none else { return nil }
        let road = before.lastRoadNames ?? before.roadNames
        let refs = after.step.signpost?.refs ?? []
        guard let name = after.roadNames.first,
            refs.isEmpty || RoadNames.shareName(road, refs),
            !after.isOnRamp || RoadNames.shareProperName(road, after.roadNames)
        else { return nil }
        if after.continuesRoad || RoadNames.shareName([name], road) { return name }
        return road.first.flatMap { known in after.roadNames.first { RoadNames.shareName([$0], [known]) } }
    }
}

extension Maneuver {
    /// Whether the maneuver is a turn or a fork.
    fileprivate var changesDirection: Bool { self != .straight && self != .nameChange && !isRoundabout }
}
