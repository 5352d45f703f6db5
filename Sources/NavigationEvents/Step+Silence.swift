extension Step {
    /// Whether no announcement names the step when it follows another one: the exit of a roundabout that was entered
    /// there, or a name that changes without a choice. The maneuver after it is then the next one for the driver.
    ///
    /// - Parameter previous: The step before it; `nil` if it is unknown.
    public func isPassedSilently(after previous: Step?) -> Bool {
        switch maneuver {
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise:
            previous.map { $0.maneuver.isRoundabout && $0.maneuver != maneuver } ?? false
        case .nameChange, .unknown: !isDecision && !isChangeOfWay && borderCountryCode == nil && !beginsToll
        default: false
        }
    }

    /// Whether the road continues, and only a border or the beginning of a toll road is announced: the driver has
    /// nothing to do.
    public var isOnlyBorderOrToll: Bool {
        guard borderCountryCode != nil || beginsToll else { return false }
        guard [.straight, .nameChange, .unknown].contains(maneuver), !isDecision, !isChangeOfWay, !isEndOfRoad else {
            return false
        }
        let hasLanes = lanes.contains(where: \.isRecommended) && !lanes.allSatisfy(\.isRecommended)
        return exitNumber == nil && signpost.map(\.isEmpty) ?? true && !hasLanes
    }

    /// Whether another kind of way begins: a passage of walkers, a ferry, a motorway or the road after one of them.
    private var isChangeOfWay: Bool { passage != .none || ferry != .none || roadClassChange != .none }
}
