/// Whoever turns round on the way.
extension Navigation {
    /// So far ahead a route that turns back is not yet told from somebody who does.
    private static let turnsBackMeters = 60.0

    /// Whether one goes back along the route: against it here, and it does not turn back itself soon. Else one may be
    /// behind its turn already, however the place seems.
    func isTurnedBack(_ point: RoutePoint?, _ observation: Observation) -> Bool {
        guard let point, limits.isOpposed(point.agreement, observation) else { return false }
        return !model.leads(
            where: observation, from: point.along, near: point.segment, within: Self.turnsBackMeters)
    }
}
