/// The search for the position on the route while it is unknown.
extension Navigation {
    func foundAtStart(_ observation: Observation) -> RoutePoint? {
        guard lostAlongMeters == nil else { return nil }
        return Self.located(
            observation, on: model, to: limitAlongMeters, anywhere: isReplacement, isSecondTry: hasLostStart)
    }

    /// A position lost under way is searched near the last known one.
    func foundAgain(_ observation: Observation) -> RoutePoint? {
        guard let lostAlongMeters else { return nil }
        return found(observation, from: startAlongMeters, to: limitAlongMeters, expectedAlongMeters: lostAlongMeters)
    }

    /// The first good fix after a gap corrects the position, whether the vehicle stopped or drove faster meanwhile, but
    /// not beyond the distance that it can have driven.
    func foundAfterGap(
        _ point: RoutePoint?, _ observation: Observation, from before: Double, _ seconds: Double, _ tracker: Tracker
    ) -> RoutePoint? {
        if let point, point.offset <= limits.leavingRadius(accuracy: observation.accuracy) { return point }
        let reach = before + limits.maxSpeed * seconds
        return found(
            observation, from: max(startAlongMeters, before), to: min(limitAlongMeters, reach),
            expectedAlongMeters: tracker.alongMeters)
    }

    private func found(
        _ observation: Observation, from: Double, to: Double, expectedAlongMeters: Double?
    ) -> RoutePoint? {
        guard from < to else { return nil }
        return model.find(
            observation,
            RoutePointQuery(
                within: from...to, radius: max(30, 2 * observation.accuracy), minAgreement: 0.5,
                expectedAlongMeters: expectedAlongMeters))
    }

    static func located(
        _ observation: Observation, on model: RouteModel, to limit: Double, anywhere: Bool, isSecondTry: Bool
    ) -> RoutePoint? {
        InitialMatcher.find(observation, on: model, to: limit, isSecondTry: isSecondTry)
            ?? (anywhere ? InitialMatcher.findAnywhere(observation, on: model, from: 0, to: limit) : nil)
    }
}
