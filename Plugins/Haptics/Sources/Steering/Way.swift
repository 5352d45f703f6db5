import NavigationEvents

/// What turn-until-quiet needs to know of a moment of guidance.
enum Way: Hashable, Sendable {
    /// There is nothing to point at, and that is as it should be: the destination is near, or reached.
    case nowhere
    /// It is not known where to go, and silence would tell a lie; this is felt instead.
    case lost(HapticSignal)
    /// Where the way lies, degrees clockwise from true north.
    case bearing(Double)

    /// The way at a moment of guidance.
    init(_ info: NavigationInfo) {
        if info.isDestinationReached {
            self = .nowhere
        } else if info.positionStatus == .unreliable {
            self = .lost(.positionUnreliable)
        } else if let target = info.lookahead, target.bearingDegrees.isFinite {
            self = .bearing(target.bearingDegrees)
        } else if info.isOffRoute || info.isWrongWay || info.state == .rerouting {
            self = .lost(.offRoute)
        } else {
            self = .nowhere
        }
    }
}
