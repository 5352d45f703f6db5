extension Step {
    /// Whether no announcement names the step when it follows another one: the exit of a roundabout that was entered
    /// there, or a name that changes without a choice. The maneuver after it is then the next one for the driver.
    ///
    /// - Parameter previous: The step before it; `nil` if it is unknown.
    public func isPassedSilently(after previous: Step?) -> Bool {
        switch maneuver {
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise:
            previous.map { $0.maneuver.isRoundabout && $0.maneuver != maneuver } ?? false
        case .nameChange: !isDecision && !isEvent
        case .unknown: !isEvent
        default: false
        }
    }

    /// Whether the road continues, and only a border or the beginning of a toll road is announced: the driver has
    /// nothing to do.
    public var isOnlyBorderOrToll: Bool {
        guard borderCountryCode != nil || beginsToll else { return false }
        guard [.straight, .nameChange, .unknown].contains(maneuver), !isDecision, !isEndOfRoad, passage == .none,
            ferry == .none, roadClassChange == .none
        else { return false }
        let hasLanes = lanes.contains(where: \.isRecommended) && !lanes.allSatisfy(\.isRecommended)
        return exitNumber == nil && signpost.map(\.isEmpty) ?? true && !hasLanes
    }

    /// Whether the step is announced whatever its maneuver: at a ferry, a border, a toll, stairs, a lift or a door.
    public var isEvent: Bool { ferry != .none || borderCountryCode != nil || beginsToll || passage != .none }
}
