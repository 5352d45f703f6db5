import NavigationEvents

extension ValhallaAnswer.Maneuver {
    /// The maneuver as a provider step.
    ///
    /// Valhalla's own format has no driving side; ``ProviderRoute`` derives it from the roundabouts and U-turns.
    func step(firstIndex: Int, metersPerUnit: Double) -> ProviderStep {
        let row = ValhallaManeuver.row(of: type)
        let names = RoadNames.cleaned(beginStreetNames.isEmpty ? streetNames : beginStreetNames)
        let signpost = sign?.signpost
        let step = Step(
            number: 0, maneuver: row.maneuver, geometryIndex: firstIndex + beginShapeIndex,
            fullRoadName: RoadNames.full(names: names, signpost: signpost),
            simpleRoadName: RoadNames.simple(names: names, signpost: signpost), instruction: instruction,
            exitNumber: sign?.exitNumber,
            roundabout: row.roundaboutPart == .none ? nil : Roundabout(exitCount: legalExitCount),
            lanes: ValhallaAnswer.Lane.lanes(lanes), signpost: signpost, ferry: row.ferry)
        return ProviderStep(
            step: step, bearingBeforeDegrees: bearingBefore, bearingAfterDegrees: bearingAfter,
            roundaboutPart: row.roundaboutPart, isMotorwayAfter: isHighway,
            lengthMeters: length * metersPerUnit, durationSeconds: time)
    }

    private var legalExitCount: Int? {
        guard let roundaboutExitCount, roundaboutExitCount > 0 else { return nil }
        return roundaboutExitCount
    }
}

extension ValhallaAnswer.Sign {
    fileprivate var exitNumber: String? {
        let numbers = RoadNames.cleaned(exitNumbers)
        return numbers.isEmpty ? nil : numbers.joined(separator: " / ")
    }

    fileprivate var signpost: Signpost? {
        var signpost = Signpost(
            destinations: RoadNames.cleaned(exitToward + guideToward),
            refs: RoadNames.cleaned(exitBranches + guideBranches))
        // A sign without other texts has the name of the exit or junction.
        if signpost.isEmpty { signpost.destinations = RoadNames.cleaned(exitNames + junctionNames) }
        return signpost.isEmpty ? nil : signpost
    }
}

extension ValhallaAnswer.Lane {
    /// Lanes with the recommended directions: the active ones, which also suit the next maneuver, otherwise all that
    /// are valid for this maneuver.
    fileprivate static func lanes(_ lanes: [ValhallaAnswer.Lane]) -> [Lane] {
        let hasActive = lanes.contains { ($0.active ?? 0) != 0 }
        return lanes.map { lane in
            let recommended = (hasActive ? lane.active : lane.valid) ?? 0
            let directions = LaneTable.rows.filter { lane.directions & $0.mask != 0 }
            guard !directions.isEmpty else { return LaneTable.blank(isRecommended: recommended != 0) }
            return LaneTable.lane(
                directions.map { ($0, recommended & $0.mask != 0) }, drivingSide: .none)
        }
    }
}
