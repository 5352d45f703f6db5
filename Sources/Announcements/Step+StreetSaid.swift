import NavigationEvents

extension Step {
    /// What is named of the road that is entered from a street; empty if nothing is.
    ///
    /// Going back leads onto no other road. A ramp often bears the number of the motorway that it leaves: then the sign
    /// says which road it leads to, or nobody does.
    func streetSaid(from currentStreetName: String) -> String {
        if maneuverPhrases.last == "turnAround" { return "" }
        guard isExit, RoadNumberNormalizer.isRoadNumber(streetName) else { return streetName }
        let refs = signpost?.refs.filter { !$0.isEmpty } ?? []
        if let other = refs.first, !refs.contains(streetName) { return other }
        return streetName == currentStreetName ? "" : streetName
    }

    /// Whether the step leads off a motorway or the like; to another one, too.
    private var isExit: Bool {
        roadClassChange == .motorwayExit || roadClassChange == .motorroadExit
            || (Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue)
                .contains(maneuver.rawValue)
    }
}
