/// Detects a vehicle that was never on the route and drives along it in the opposite direction.
struct WrongWayDetector {
    private static let provingMeters = 100.0
    /// Cosine of 130°.
    private static let opposedAgreement = -0.643

    private var meters = 0.0

    /// The matched point, once the vehicle has driven the wrong way for long enough.
    mutating func search(
        _ observation: Observation, seconds: Double, on model: RouteModel, from start: Double, to limit: Double,
        limits: ModeLimits
    ) -> RoutePoint? {
        guard !observation.isWeak else { return nil }
        let point = opposedPoint(observation, on: model, from: start, to: limit, limits: limits)
        meters = point == nil ? 0 : meters + observation.speed * min(seconds, 10)
        return meters > Self.provingMeters ? point : nil
    }

    private func opposedPoint(
        _ observation: Observation, on model: RouteModel, from start: Double, to limit: Double, limits: ModeLimits
    ) -> RoutePoint? {
        guard observation.hasCourse, observation.speed > limits.wrongWaySpeed, start < limit else { return nil }
        let search = RoutePointQuery(
            within: start...limit, radius: max(limits.leavingMeters, observation.accuracy), minAgreement: -1)
        let point = model.find(observation, search)
        return point.map { $0.agreement < Self.opposedAgreement } == true ? point : nil
    }
}
