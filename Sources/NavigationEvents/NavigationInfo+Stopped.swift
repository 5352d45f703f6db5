extension NavigationInfo {
    /// The guidance with which the navigation ends after this one: in the state `stopped`, with the position and the
    /// progress of this one, and without anything that lies ahead.
    public var stopped: NavigationInfo {
        NavigationInfo(
            state: .stopped, routeID: routeID, isDestinationReached: isDestinationReached,
            stopoversReached: stopoversReached, stopoversSkipped: stopoversSkipped, skipReason: skipReason, fix: fix,
            positionStatus: positionStatus, positionRadiusMeters: positionRadiusMeters, positionCause: positionCause)
    }
}
