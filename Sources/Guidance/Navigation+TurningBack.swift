/// Turning back on the route.
extension Navigation {
    /// Within this distance ahead, a turn of the route itself cannot be told from a vehicle that turns back.
    private static let turnsBackMeters = 60.0

    /// Whether the vehicle goes back along the route: it moves against it here, and the route does not turn back soon.
    /// Otherwise it may already be past the turn of the route.
    func isTurnedBack(_ point: RoutePoint?, _ observation: Observation) -> Bool {
        guard let point, limits.isOpposed(point.agreement, observation) else { return false }
        return !model.leads(
            where: observation, from: point.alongMeters, near: point.segment, within: Self.turnsBackMeters)
    }
}
