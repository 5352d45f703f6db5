import NavigationEvents

/// The target direction at an onNavigation event.
enum Way: Hashable, Sendable {
    /// There is no target direction, as intended: the destination is near or reached.
    case nowhere
    /// The target direction is unknown, and silence would be a false "on course"; this signal plays instead.
    case lost(HapticSignal)
    /// The bearing of the target, degrees clockwise from true north. Off route it is the bearing of the pointer back to
    /// the route, in a straight line over any obstacle.
    case bearing(Double, isAstray: Bool = false)

    /// Reads the target direction of an onNavigation event.
    init(_ info: NavigationInfo) {
        let isAstray = info.isOffRoute || info.isWrongWay || info.state == .rerouting
        if info.isDestinationReached {
            self = .nowhere
        } else if info.positionStatus == .unreliable {
            self = .lost(.positionUnreliable)
        } else if let target = info.lookahead, target.bearingDegrees.isFinite {
            self = .bearing(target.bearingDegrees, isAstray: isAstray)
        } else if isAstray || info.matched == nil {
            // Before the route is reached, the wearer is not on it either.
            self = .lost(.offRoute)
        } else {
            self = .nowhere
        }
    }
}
