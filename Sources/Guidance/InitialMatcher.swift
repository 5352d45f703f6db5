/// Finds the first matched point on a route.
enum InitialMatcher {
    private static let firstMeters = 250.0
    private static let widerMeters = 3000.0

    /// Searches the first 250 m, then the first 3 km; `nil` while the vehicle is still on the way to the route.
    ///
    /// - Parameters:
    ///   - observation: The fix to match.
    ///   - model: The route.
    ///   - limit: Metres along the route up to which it searches.
    ///   - isAnywhere: Whether it then searches up to the limit: the route has changed under way.
    ///   - isSecondTry: Whether a smaller distance is required, after a wrong match.
    static func find(
        _ observation: Observation, on model: RouteModel, to limit: Double, isAnywhere: Bool, isSecondTry: Bool
    ) -> RoutePoint? {
        let radius = isSecondTry ? max(12, observation.accuracy) : max(30, 2 * observation.accuracy)
        let first = search(observation, model, upTo: min(firstMeters, limit), radius: radius, minAgreement: -1)
        return first
            ?? search(observation, model, upTo: min(widerMeters, limit), radius: radius, minAgreement: 0.5)
            ?? (isAnywhere ? model.find(observation, from: 0, to: limit) : nil)
    }

    private static func search(
        _ observation: Observation, _ model: RouteModel, upTo end: Double, radius: Double, minAgreement: Double
    ) -> RoutePoint? {
        guard end > 0 else { return nil }
        return model.find(
            observation,
            RoutePointQuery(within: 0...end, radius: radius, minAgreement: minAgreement, expectedAlongMeters: 0))
    }
}
