import NavigationEvents

extension OSRMAnswer.Step {
    /// The step as a provider step.
    ///
    /// - Parameters:
    ///   - geometryIndex: index of its point in the line of the route.
    ///   - before: the previous step, which shows whether a ferry is boarded or left.
    ///   - after: the next step, which may be the exit of a roundabout.
    ///   - isOfValhalla: whether Valhalla wrote the answer.
    func step(
        geometryIndex: Int, before: OSRMAnswer.Step?, after: OSRMAnswer.Step?, isOfValhalla: Bool
    ) -> ProviderStep {
        let row = OSRMManeuver.row(of: maneuver.type)
        let part = roundaboutPart(row, after: after)
        let names = roadNames
        let signpost = signpost
        let ferry = ferryMode(before: before)
        var maneuver = ferry.maneuver ?? kind(row, ofValhalla: isOfValhalla)
        // The road on land continues no road; its side is that of the turn.
        if ferry.mode == .exit, maneuver == .nameChange || row.type == "notification" { maneuver = .straight }
        let passage = passage(ofValhalla: isOfValhalla)
        let step = Step(
            number: 0, maneuver: maneuver, geometryIndex: geometryIndex,
            fullRoadName: RoadNames.full(names: names, signpost: signpost),
            simpleRoadName: RoadNames.simple(names: names, signpost: signpost), instruction: self.maneuver.instruction,
            exitNumber: exitNumber,
            roundabout: part == .none ? nil : Roundabout(exitCount: exitCount, name: roundaboutName),
            drivingSide: drivingSide, lanes: lanes, signpost: signpost, ferry: ferry.mode,
            isEndOfRoad: row.isEndOfRoad, sameSideStreetMeters: sameSideStreetMeters(before: before),
            passage: passage,
            levelName: passage.hasLevels ? InstructionWords.level(in: self.maneuver.instruction) : nil,
            isDecision: isDecision(maneuver, row), pronunciation: pronunciation(of: names))
        return ProviderStep(
            step: step, bearingBeforeDegrees: self.maneuver.bearingBefore,
            bearingAfterDegrees: self.maneuver.bearingAfter, roadNames: names,
            continuesRoad: row.type == "continue", roundaboutPart: part,
            roundaboutExitBearingDegrees: exitBearingDegrees(part),
            roundaboutExitAngleDegrees: part == .none ? nil : exitAngleDegrees(before: before),
            roundaboutArmBearingsDegrees: armBearingsDegrees(part),
            isMotorwayAfter: isMotorway, isMotorroadAfter: intersections.contains { $0.classes.contains("motorroad") },
            lengthMeters: distance, durationSeconds: duration)
    }

    /// The maneuver of the step. A slight bend of the road without a choice is "keep".
    private func kind(_ row: OSRMManeuver.Row, ofValhalla isOfValhalla: Bool) -> Maneuver {
        guard let modifier = OSRMManeuver.Modifier(rawValue: maneuver.modifier ?? "") else { return row.plain }
        // Valhalla writes a ramp as a turn if it is not slight, and only its instruction says so.
        if isOfValhalla, row.type == "turn", let instruction = maneuver.instruction,
            InstructionWords.hasRamp(in: instruction, road: name ?? "")
        {
            return OSRMManeuver.Directions.onRamp.maneuver(modifier, drivingSide)
        }
        // Valhalla writes every bend that needs no instruction as straight.
        let isBend = modifier == .slightLeft || modifier == .slightRight
        if isOfValhalla, isBend, ["continue", "new name"].contains(row.type) {
            return OSRMManeuver.Directions.turn.maneuver(modifier, drivingSide)
        }
        if row.type == "continue", hasNoChoice {
            let kept = OSRMManeuver.Directions.keep.maneuver(modifier, drivingSide)
            if [.slightLeft, .straight, .slightRight].contains(modifier) { return kept }
        }
        // The name changes in a bend, and another road leads straight ahead.
        if row.type == "new name", isBend, hasOtherRoadAhead {
            return OSRMManeuver.Directions.turn.maneuver(modifier, drivingSide)
        }
        return row.directions.maneuver(modifier, drivingSide)
    }

    /// The passage of the step. Valhalla writes stairs, lifts and doors as turns straight ahead, as new names or as changes
    /// of the travel mode, and only its instruction says which passage it is. It writes no other turn straight ahead.
    private func passage(ofValhalla isOfValhalla: Bool) -> Passage {
        guard isOfValhalla, mode == "walking", maneuver.modifier == "straight", let instruction = maneuver.instruction
        else { return .none }
        let passage = InstructionWords.passage(in: instruction, road: name ?? "")
        return switch maneuver.type {
        case "turn", "end of road": passage
        case "new name", "continue", "notification": passage.hasLevels ? passage : .none
        default: .none
        }
    }

    private var hasNoChoice: Bool {
        guard let entry = intersections.first?.entry, !entry.isEmpty else { return false }
        return entry.count(where: { $0 }) == 1
    }

    /// The driving side of the document. Valhalla writes left if its map has no borders, which the document does not
    /// show.
    private var drivingSide: DrivingSide {
        switch side {
        case "left": .left
        case "right": .right
        default: .none
        }
    }

    /// The travel modes of ferries and trains, and the maneuvers that board them.
    private static let ferries = [
        "ferry": Maneuver.ferryBoat, "train": .ferryTrain, "rail": .ferryTrain, "rail ferry": .ferryTrain,
    ]

    /// The maneuver that boards the ferry or train of this step; some answers show it only by the class of the road.
    private var boarding: Maneuver? {
        let isFerry = intersections.first?.classes.contains("ferry") ?? false
        return Self.ferries[mode ?? ""] ?? (isFerry ? .ferryBoat : nil)
    }

    /// Whether the stretch of this step is on a ferry or on a train that carries vehicles.
    var isOnFerry: Bool { boarding != nil }

    private func ferryMode(before: OSRMAnswer.Step?) -> (mode: FerryMode, maneuver: Maneuver?) {
        guard let before, maneuver.type != "arrive" else { return (.none, nil) }
        let boarded = boarding
        let wasBoarded = before.boarding
        if let boarded, wasBoarded == nil { return (.enter, boarded) }
        if boarded == nil, wasBoarded != nil { return (.exit, nil) }
        return (.none, nil)
    }
}

extension OSRMAnswer.Step {
    /// The name, then the numbers: "Schlierbacher Landstraße", "B 37". On motorways, the numbers come first.
    private var roadNames: [String] {
        var names = RoadNames.cleaned([name ?? ""])
        // A step that ends inside a rotary is on the road with the name of the rotary.
        if names.isEmpty, maneuver.type == "rotary" { names = RoadNames.cleaned([rotaryName ?? ""]) }
        let numbers = RoadNames.parts(ref, separators: [";"])
        return RoadNames.road(names: names, numbers: numbers, numbersFirst: isMotorway)
    }

    /// The pronunciation of the name, if the name comes first.
    private func pronunciation(of names: [String]) -> String? {
        guard let pronunciation, let first = names.first, RoadNames.contains(first, in: [name ?? ""]) else {
            return nil
        }
        return pronunciation
    }

    /// Whether a part of the stretch is on a motorway.
    private var isMotorway: Bool {
        intersections.contains { $0.classes.contains("motorway") }
    }

    private var exitNumber: String? {
        let numbers = RoadNames.parts(exits, separators: [";"])
        return numbers.isEmpty ? nil : numbers.joined(separator: " / ")
    }

    /// The signpost. In "A 5: Darmstadt, Frankfurt", numbers are before the colon and places after it. Without a colon,
    /// all parts are places, except numbers.
    private var signpost: Signpost? {
        guard let destinations, !destinations.isEmpty else { return nil }
        let separators: Set<Character> = [",", ";"]
        var signpost = Signpost()
        if let colon = destinations.firstIndex(of: ":") {
            signpost.refs = RoadNames.parts(String(destinations[..<colon]), separators: separators)
            let rest = destinations.index(after: colon)
            signpost.destinations = RoadNames.parts(String(destinations[rest...]), separators: separators)
        } else {
            let own = RoadNames.parts(ref, separators: [";"])
            let parts = RoadNames.parts(destinations, separators: separators)
            signpost.refs = parts.filter { own.contains($0) || RoadNumber.isNumber($0) }
            signpost.destinations = parts.filter { !signpost.refs.contains($0) }
        }
        return signpost.isEmpty ? nil : signpost
    }
}
