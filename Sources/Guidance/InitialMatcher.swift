/// Finds the first matched point on a route.
enum InitialMatcher {
    private static let firstMeters = 250.0
    private static let widerMeters = 3000.0

    /// Searches the first 250 m, then the first 3 km; `nil` while the vehicle is still on the way to the route. After a
    /// wrong match, the second try requires a smaller distance.
    static func find(
        _ observation: Observation, on model: RouteModel, to limit: Double, isSecondTry: Bool
    ) -> RoutePoint? {
        let radius = isSecondTry ? max(12, observation.accuracy) : max(30, 2 * observation.accuracy)
        let first = search(observation, model, upTo: min(firstMeters, limit), radius: radius, minAgreement: -1)
        return first
            ?? search(observation, model, upTo: min(widerMeters, limit), radius: radius, minAgreement: 0.5)
    }

    /// The best match anywhere from `start` on: after the clock or the route has changed under way.
    static func findAnywhere(
        _ observation: Observation, on model: RouteModel, from start: Double, to limit: Double
    ) -> RoutePoint? {
        guard start < limit else { return nil }
        return model.find(
            observation,
            RoutePointQuery(within: start...limit, radius: max(30, 2 * observation.accuracy), minAgreement: 0.5))
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
