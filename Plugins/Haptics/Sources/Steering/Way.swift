import NavigationEvents

/// What turn-until-quiet needs to know of a moment of guidance.
enum Way: Hashable, Sendable {
    /// There is nothing to point at, and that is as it should be: the destination is near, or reached.
    case nowhere
    /// It is not known where to go, and silence would tell a lie; this is felt instead.
    case lost(HapticSignal)
    /// Where the way lies, degrees clockwise from true north; off the route that of the pointer back, straight over whatever
    /// lies between.
    case bearing(Double, isAstray: Bool = false)

    /// The way at a moment of guidance.
    init(_ info: NavigationInfo) {
        let isAstray = info.isOffRoute || info.isWrongWay || info.state == .rerouting
        if info.isDestinationReached {
            self = .nowhere
        } else if info.positionStatus == .unreliable {
            self = .lost(.positionUnreliable)
        } else if let target = info.lookahead, target.bearingDegrees.isFinite {
            self = .bearing(target.bearingDegrees, isAstray: isAstray)
        } else if isAstray || info.matched == nil {
            // Who has not come to the route yet is not on it either.
            self = .lost(.offRoute)
        } else {
            self = .nowhere
        }
    }
}
