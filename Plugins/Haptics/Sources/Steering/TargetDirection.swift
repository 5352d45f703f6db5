import NavigationEvents

/// The target direction at an onNavigation event.
enum TargetDirection: Hashable, Sendable {
    /// There is no target direction, as intended: the destination is near or reached.
    case noTarget
    /// The target direction is unknown, and silence would be a false "on course"; this signal plays instead.
    case unknown(HapticSignal)
    /// The bearing of the target, degrees clockwise from true north. Off route it is the bearing of the pointer back to
    /// the route, in a straight line over any obstacle.
    case bearing(Double, isOffRoute: Bool = false)

    /// Reads the target direction of an onNavigation event.
    init(_ info: NavigationInfo) {
        let isOffRoute = info.isOffRoute || info.isWrongWay || info.state == .rerouting
        if info.isDestinationReached {
            self = .noTarget
        } else if info.positionStatus == .unreliable {
            self = .unknown(.positionUnreliable)
        } else if let target = info.lookahead, target.bearingDegrees.isFinite {
            self = .bearing(target.bearingDegrees, isOffRoute: isOffRoute)
        } else if isOffRoute || info.matched == nil {
            // Before the route is reached, the wearer is not on it either.
            self = .unknown(.offRoute)
        } else {
            self = .noTarget
        }
    }
}
