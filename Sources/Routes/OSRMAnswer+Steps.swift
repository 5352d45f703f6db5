import NavigationEvents

extension OSRMAnswer.Step {
    /// The step in navbus's terms; the one before it tells whether a ferry or a border lies between them.
    func step(geometryIndex: Int, before: OSRMAnswer.Step?, admins: [OSRMAnswer.Admin]) -> ProviderStep {
        let row = OSRMManeuver.row(of: maneuver.type)
        let names = roadNames
        let signpost = signpost
        let ferry = ferryMode(before: before)
        let step = Step(
            number: 0, maneuver: ferry.maneuver ?? kind(row), geometryIndex: geometryIndex,
            fullRoadName: RoadNames.full(names: names, signpost: signpost),
            simpleRoadName: RoadNames.simple(names: names, signpost: signpost), instruction: maneuver.instruction,
            exitNumber: exitNumber,
            roundabout: row.roundaboutPart == .none ? nil : Roundabout(exitCount: exitCount),
            drivingSide: drivingSide, lanes: lanes, signpost: signpost, ferry: ferry.mode,
            borderCountryCode: borderCountryCode(before: before, admins: admins), isEndOfRoad: row.isEndOfRoad)
        return ProviderStep(
            step: step, bearingBeforeDegrees: maneuver.bearingBefore, bearingAfterDegrees: maneuver.bearingAfter,
            roundaboutPart: row.roundaboutPart, roundaboutExitBearingDegrees: exitBearingDegrees(row.roundaboutPart),
            roundaboutArmBearingsDegrees: armBearingsDegrees(row.roundaboutPart),
            isMotorwayAfter: isMotorway,
            lengthMeters: distance, durationSeconds: duration)
    }

    /// A bend that the road makes by itself, without a choice, is only kept to.
    private func kind(_ row: OSRMManeuver.Row) -> Maneuver {
        guard let modifier = OSRMManeuver.Modifier(rawValue: maneuver.modifier ?? "") else { return row.plain }
        if row.type == "continue", hasNoChoice {
            let kept = OSRMManeuver.Directions.keep.maneuver(modifier, drivingSide)
            if [.slightLeft, .straight, .slightRight].contains(modifier) { return kept }
        }
        return row.directions.maneuver(modifier, drivingSide)
    }

    private var hasNoChoice: Bool {
        guard let entry = intersections?.first?.entry, !entry.isEmpty else { return false }
        return entry.count(where: { $0 }) == 1
    }

    /// As the document says. Valhalla says left where its map has no border polygon; nothing in the document shows that.
    private var drivingSide: DrivingSide {
        switch side {
        case "left": .left
        case "right": .right
        default: .none
        }
    }

    /// Ways to travel that are on board of something, and the maneuver that boards it.
    private static let ferries = [
        "ferry": Maneuver.ferryBoat, "train": .ferryTrain, "rail": .ferryTrain, "rail ferry": .ferryTrain,
    ]

    private func ferryMode(before: OSRMAnswer.Step?) -> (mode: FerryMode, maneuver: Maneuver?) {
        guard let before, maneuver.type != "arrive" else { return (.none, nil) }
        let boarded = Self.ferries[mode ?? ""]
        let wasBoarded = Self.ferries[before.mode ?? ""]
        if let boarded, wasBoarded == nil { return (.enter, boarded) }
        if boarded == nil, wasBoarded != nil { return (.exit, nil) }
        return (.none, nil)
    }

    private func borderCountryCode(before: OSRMAnswer.Step?, admins: [OSRMAnswer.Admin]) -> String? {
        guard let before = before?.intersections?.last?.admin, let after = intersections?.first?.admin,
            before != after, admins.indices.contains(before), admins.indices.contains(after),
            let country = admins[after].code, country != admins[before].code, country.utf8.count == 2
        else { return nil }
        return country.uppercased()
    }
}

extension OSRMAnswer.Step {
    /// The name, then the numbers: "Schlierbacher Landstraße", "B 37". Motorways go by their numbers.
    private var roadNames: [String] {
        let names = RoadNames.cleaned([name ?? ""])
        let numbers = RoadNames.parts(ref, separators: [";"])
        return RoadNames.cleaned(isMotorway ? numbers + names : names + numbers)
    }

    /// Whether the stretch runs, at least in part, on a motorway.
    private var isMotorway: Bool {
        (intersections ?? []).contains { ($0.classes ?? []).contains("motorway") }
    }

    private var exitNumber: String? {
        let numbers = RoadNames.parts(exits, separators: [";"])
        return numbers.isEmpty ? nil : numbers.joined(separator: " / ")
    }

    /// "A 5: Darmstadt, Frankfurt": numbers before the colon, places after it. Without a colon all are places, save
    /// numbers that the road itself has.
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
            signpost.refs = parts.filter(own.contains)
            signpost.destinations = parts.filter { !own.contains($0) }
        }
        return signpost.isEmpty ? nil : signpost
    }
}
