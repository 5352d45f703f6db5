import NavigationEvents

/// Decides whether a fix inside a tunnel is believed.
///
/// Phones keep reporting the portal, or positions somewhere beside it. Only a fix that is accurate, lies on the line
/// where dead reckoning expects the vehicle, and reports a speed that the vehicle can have, is a position; during any
/// other, the vehicle moves on by dead reckoning.
enum TunnelCheck {
    /// Metres before the exit within which they may be in view again.
    private static let exitMeters = 20.0
    private static let maxAccuracyMeters = 25.0
    private static let minToleranceMeters = 20.0
    /// Growth of the tolerance with the distance since the last position, metres for each metre.
    private static let toleranceGrowth = 0.15
    /// Changes of speed in metres per second: of measurements, and within a second by braking.
    private static let speedTolerance = 2.0
    private static let maxBraking = 4.0

    /// Whether a fix is not believed.
    ///
    /// - Parameters:
    ///   - observation: The fix.
    ///   - expected: The position by dead reckoning at its time.
    ///   - origin: The position as of the last fix that was believed.
    ///   - seconds: Seconds since then.
    ///   - route: The route.
    static func isDoubtful(
        _ observation: Observation, expected: Tracker, origin: Tracker, seconds: Double, on route: FollowedRoute
    ) -> Bool {
        let (model, along) = (route.model, expected.distanceAlongRouteMeters)
        let ahead = along + DeadReckoning.holdAfterTunnelMeters
        let tunnel =
            model.stretch(of: model.tunnels, at: along)
            ?? model.stretch(of: model.tunnels, at: along - DeadReckoning.holdAfterTunnelMeters)
        guard let tunnel, origin.distanceAlongRouteMeters < tunnel.to
        else { return false }
        let driven = along - origin.distanceAlongRouteMeters
        let tolerance = max(minToleranceMeters, toleranceGrowth * driven) + observation.accuracy
        let reach = max(ahead, origin.distanceAlongRouteMeters + route.limits.maxSpeed * seconds)
        let from = max(along - tolerance, origin.distanceAlongRouteMeters - tolerance, 0)
        let point = model.find(
            observation,
            RoutePointQuery(
                within: from...max(reach, from), radius: max(minToleranceMeters, 2 * observation.accuracy),
                minAgreement: 0.5, expectedAlongMeters: along))
        guard let point, observation.accuracy <= maxAccuracyMeters else { return true }
        // Behind the exit any good position counts: the vehicle was faster than assumed.
        if point.distanceAlongRouteMeters > tunnel.to - exitMeters { return false }
        let isExpected = (point.distanceAlongRouteMeters - along).magnitude <= tolerance
        let speedChange = (observation.speed - origin.speed).magnitude
        return !isExpected || speedChange > speedTolerance + maxBraking * seconds
    }
}
