import NavigationEvents

extension ValhallaAnswer.Maneuver {
    /// The maneuver as a provider step.
    ///
    /// - Parameters:
    ///   - firstIndex: index of the first point of the leg in the line of the route.
    ///   - metersPerUnit: metres of the answer's unit of length.
    ///   - levelName: the level of a building at the end of the stretch; `nil` if it is unknown.
    ///   - before: the maneuver before it; `nil` for the first one.
    ///
    /// Valhalla's own format has no driving side; ``ProviderRoute`` derives it from the roundabouts and U-turns.
    func step(
        firstIndex: Int, metersPerUnit: Double, levelName: String?, after before: ValhallaAnswer.Maneuver?
    ) -> ProviderStep {
        let row = ValhallaManeuver.row(of: type)
        let lastNames = RoadNames.road(names: streetNames)
        let names = beginStreetNames.isEmpty ? lastNames : RoadNames.road(names: beginStreetNames)
        let signpost = sign?.signpost
        var roundabout: Roundabout?
        if row.roundaboutPart != .none {
            // The names of an entering maneuver are those of the circle.
            let name = row.roundaboutPart == .enter ? names.first { !RoadNumber.isNumber($0) } : nil
            roundabout = Roundabout(exitCount: legalExitCount, name: name ?? "")
        }
        let step = Step(
            number: 0, maneuver: row.maneuver, geometryIndex: firstIndex + beginShapeIndex,
            fullRoadName: RoadNames.full(names: names, signpost: signpost),
            simpleRoadName: RoadNames.simple(names: names, signpost: signpost), instruction: instruction,
            exitNumber: sign?.exitNumber, roundabout: roundabout, lanes: ValhallaAnswer.Lane.lanes(lanes),
            signpost: signpost, ferry: row.ferry, passage: row.passage,
            levelName: row.passage.hasLevels ? levelName ?? InstructionWords.level(in: instruction) : nil,
            isDecision: isDecision(row, after: before))
        return ProviderStep(
            step: step, bearingBeforeDegrees: bearingBefore, bearingAfterDegrees: bearingAfter,
            roadNames: names, lastRoadNames: lastNames,
            roundaboutPart: row.roundaboutPart, isMotorwayAfter: isHighway,
            lengthMeters: length * metersPerUnit, durationSeconds: time)
    }

    /// Whether the maneuver is a choice. Valhalla also writes "continue" for a road with another name, or after a ramp;
    /// where a road continues with its own name, it does so because of another road.
    private func isDecision(_ row: ValhallaManeuver.Row, after before: ValhallaAnswer.Maneuver?) -> Bool {
        guard type == ValhallaManeuver.continueType, let before else { return row.isDecision }
        return ValhallaManeuver.row(of: before.type).maneuver.ramp == nil
            && RoadNames.shareName(before.streetNames, streetNames)
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
