/// The search for the position on the route while it is unknown.
extension Navigation {
    func foundAtStart(_ observation: Observation) -> RoutePoint? {
        guard lostAlong == nil else { return nil }
        return Self.located(
            observation, on: model, to: limitAlong, anywhere: isReplacement, isSecondTry: hasLostStart)
    }

    /// A position lost under way is searched near the last known one.
    func foundAgain(_ observation: Observation) -> RoutePoint? {
        guard let lostAlong else { return nil }
        return found(observation, from: startAlong, to: limitAlong, expectedAlong: lostAlong)
    }

    /// The first good fix after a gap corrects the position, whether the vehicle stopped or drove faster meanwhile, but
    /// not beyond the distance that it can have driven.
    func foundBehindGap(
        _ point: RoutePoint?, _ observation: Observation, from before: Double, _ seconds: Double, _ tracker: Tracker
    ) -> RoutePoint? {
        if let point, point.offset <= limits.leavingRadius(accuracy: observation.accuracy) { return point }
        let reach = before + limits.mostSpeed * seconds
        return found(
            observation, from: max(startAlong, before), to: min(limitAlong, reach), expectedAlong: tracker.along)
    }

    private func found(
        _ observation: Observation, from: Double, to: Double, expectedAlong: Double?
    ) -> RoutePoint? {
        guard from < to else { return nil }
        return model.find(
            observation,
            RouteSearch(
                within: from...to, radius: max(30, 2 * observation.accuracy), leastAgreement: 0.5,
                expectedAlong: expectedAlong))
    }

    static func located(
        _ observation: Observation, on model: RouteModel, to limit: Double, anywhere: Bool, isSecondTry: Bool
    ) -> RoutePoint? {
        StartFinder.find(observation, on: model, to: limit, isSecondTry: isSecondTry)
            ?? (anywhere ? StartFinder.findAnywhere(observation, on: model, from: 0, to: limit) : nil)
    }
}
