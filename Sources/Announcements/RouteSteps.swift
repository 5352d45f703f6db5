package import NavigationEvents

/// The steps of a route, and for each an event such as guidance publishes it before the maneuver.
package struct RouteSteps: Sendable {
    /// A maneuver within this distance after another follows immediately, metres.
    private static let immediateMeters = 50.0

    /// The steps of all legs.
    package let steps: [Step]
    /// The subject of the cues of each step.
    package let subjects: [CueSubject]

    /// Reads the steps of a route.
    package init(of route: Route) {
        steps = route.legs.flatMap(\.steps)
        subjects = route.legs.enumerated().flatMap { index, leg in
            leg.steps.indices.map { step in
                guard step == leg.steps.count - 1 else { return CueSubject.maneuver }
                return index == route.legs.count - 1 ? .destination : .stopover
            }
        }
    }

    /// Returns an event with a cue of a step.
    ///
    /// - Parameters:
    ///   - index: The index of the step.
    ///   - stage: The stage of the cue.
    ///   - meters: The distance to the maneuver.
    ///   - includesNext: Whether the cue also announces the maneuver after it.
    package func info(at index: Int, _ stage: CueStage, meters: Double, includesNext: Bool = false) -> NavigationInfo {
        let step = steps[index]
        let next = index + 1 < steps.count ? steps[index + 1] : nil
        let time = Timestamp(nanosecondsSinceEpoch: 0)
        let cue = Cue(
            identity: 0, stage: stage, subject: subjects[index], stepNumber: step.number, distanceMeters: meters,
            includesNext: includesNext,
            isNextImmediate: includesNext && (next?.distanceFromPreviousMeters ?? .infinity) < Self.immediateMeters,
            priority: stage == .now ? .now : .prepare, dueAt: time, validForSeconds: .infinity)
        // Without a speed there is time for all words.
        return NavigationInfo(
            state: .enroute, fix: Fix(time: time, position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)),
            currentStep: step, nextStep: next,
            remainingSteps: Array(steps[(index + 1)...].prefix(NavigationInfo.maxRemainingSteps)),
            toManeuver: Remaining(distanceMeters: meters, durationSeconds: 0),
            maneuverToNextMeters: next?.distanceFromPreviousMeters,
            currentStreetName: index > 0 ? steps[index - 1].streetName : "", cue: cue)
    }
}
