import NavigationEvents

extension Step {
    /// Returns the street name to announce for a turn from the current street; empty if none is announced.
    ///
    /// A U-turn leads to no other street. A ramp often has the number of the motorway that it leaves; then the
    /// announcement names the road on the sign, if there is one.
    func spokenStreetName(from currentStreetName: String) -> String {
        if maneuverPhrases.last == "turnAround" { return "" }
        guard isExit, RoadNumberNormalizer.isRoadNumber(streetName) else { return streetName }
        let refs = signpost?.refs.filter { !$0.isEmpty } ?? []
        if let other = refs.first, !refs.contains(streetName) { return other }
        return streetName == currentStreetName ? "" : streetName
    }

    /// Whether the step leaves a motorway or a similar road, also if it leads to another one.
    private var isExit: Bool {
        roadClassChange == .motorwayExit || roadClassChange == .motorroadExit
            || (Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue)
                .contains(maneuver.rawValue)
    }
}
