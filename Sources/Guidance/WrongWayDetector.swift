/// Detects a vehicle that was never on the route and drives along it in the opposite direction.
struct WrongWayDetector {
    private static let provingMeters = 100.0
    /// Cosine of 130°.
    private static let opposedAgreement = -0.643

    private var meters = 0.0

    /// The matched point, once the vehicle has driven the wrong way for long enough.
    mutating func search(_ observation: Observation, seconds: Double, on route: FollowedRoute) -> RoutePoint? {
        guard !observation.isWeak else { return nil }
        let point = opposedPoint(observation, on: route)
        meters = point == nil ? 0 : meters + observation.speed * min(seconds, 10)
        return meters > Self.provingMeters ? point : nil
    }

    private func opposedPoint(_ observation: Observation, on route: FollowedRoute) -> RoutePoint? {
        let (start, limit) = (route.startAlongMeters, route.limitAlongMeters)
        guard observation.hasCourse, observation.speed > route.limits.wrongWaySpeed, start < limit else { return nil }
        let search = RoutePointQuery(
            within: start...limit, radius: max(route.limits.leavingMeters, observation.accuracy), minAgreement: -1)
        let point = route.model.find(observation, search)
        return point.map { $0.agreement < Self.opposedAgreement } == true ? point : nil
    }
}
