import NavigationEvents

extension Step {
    /// Returns the street name to announce for a turn from the current street; empty if none is announced.
    ///
    /// A U-turn leads to no other street. At ramps and forks the road on the sign counts more than
    /// the name of the branch, which often is a piece of the motorway that it leaves.
    func spokenStreetName(from currentStreetName: String) -> String {
        if maneuver.direction == .back, roundabout?.exitCount == nil { return "" }
        let name = StreetNames.withoutBrackets(streetName)
        let refs = signpost?.refs.filter { !$0.isEmpty } ?? []
        guard isSigned else { return name.isEmpty ? refs.first ?? "" : name }
        if let road = refs.first, !refs.contains(where: { StreetNames.isSame($0, name) }) { return road }
        let isPieceOfLeftRoad =
            maneuver.isOffRamp && RoadNumberNormalizer.isRoadNumber(name) && StreetNames.isSame(name, currentStreetName)
        return isPieceOfLeftRoad ? "" : name
    }

    /// Returns the name or number that the road keeps at the maneuver; `nil` if the route leads onto another road.
    ///
    /// - Parameter currentStreetName: The name of the current street; empty if it is unknown.
    func keptStreetName(from currentStreetName: String) -> String? {
        let isOtherKind = isSigned && !isFork && !maneuver.isKeep
        guard isStayingOnRoad, !isOtherKind, !maneuver.isMerge, maneuver.direction != .back else { return nil }
        let before = StreetNames.parts(currentStreetName)
        let after = StreetNames.parts(simpleRoadName) + StreetNames.parts(fullRoadName)
        let kept =
            before.isEmpty ? after.first : after.first { name in before.contains { StreetNames.isSame($0, name) } }
        return kept.map(StreetNames.withoutBrackets)
    }
}
