import NavigationEvents

extension Step {
    /// Returns the street name to announce for a turn from another road; empty if none is announced.
    ///
    /// A U-turn leads to no other street. At ramps and forks the road on the sign counts more than
    /// the name of the branch, which often is a piece of the motorway that it leaves.
    ///
    /// - Parameter road: The names of the road that leads to the maneuver.
    func spokenStreetName(from road: [String]) -> String {
        if maneuver.direction == .back, roundabout?.exitCount == nil { return "" }
        let name = StreetNames.withoutBrackets(streetName)
        let refs = signpost?.refs.filter { !$0.isEmpty } ?? []
        guard isSigned else { return name.isEmpty ? refs.first ?? "" : name }
        if let road = refs.first, !refs.contains(where: { StreetNames.isSame($0, name) }) { return road }
        let isPieceOfLeftRoad =
            maneuver.isOffRamp && RoadNumberNormalizer.isRoadNumber(name)
            && road.contains { StreetNames.isSame(name, $0) }
        return isPieceOfLeftRoad ? "" : name
    }

    /// Returns the name or number that the road keeps at the maneuver; `nil` if the route leads onto another road.
    ///
    /// The router compares all names of both roads. Of the road before, the event may carry one alone, which need not be
    /// the common one.
    ///
    /// - Parameter road: The names of the road that leads to the maneuver, as far as they are known.
    func keptStreetName(from road: [String]) -> String? {
        let isOtherKind = isSigned && !isFork && !maneuver.isKeep
        guard isStayingOnRoad, !isOtherKind, !maneuver.isMerge, maneuver.direction != .back else { return nil }
        let names = roadNames
        let kept = names.first { name in road.contains { StreetNames.isSame($0, name) } } ?? names.first
        return kept.map(StreetNames.withoutBrackets)
    }
}
