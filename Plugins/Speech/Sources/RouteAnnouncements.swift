package import Announcements
package import NavigationEvents

/// Writes the announcements of the steps of a route before the vehicle comes there, to know how long they take.
package struct RouteAnnouncements {
    /// The time before a maneuver at which "now" is usual, seconds.
    private static let nowSeconds = 6.0
    private static let prepareMeters = 400.0
    /// The speed on a step without an expected duration, metres per second.
    private static let usualSpeed = 12.0
    /// A maneuver within this distance after another follows immediately, metres.
    private static let immediateMeters = 50.0
    /// The distance within which two maneuvers may be announced together, metres: more than a vehicle drives in eight
    /// seconds.
    private static let maxChainedMeters = 400.0

    private let generator: AnnouncementGenerator
    private let plain: AnnouncementGenerator
    private let steps: [Step]
    private let subjects: [CueSubject]

    /// Prepares the announcements of a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - generator: Writes the announcements; it is not changed.
    package init(of route: Route, generator: AnnouncementGenerator) {
        var generator = generator
        generator.navigationStopped()
        generator.navigationStarted(route)
        generator.settings.verbosity = .all
        self.generator = generator
        generator.settings.speaksLanes = false
        plain = generator
        steps = route.legs.flatMap(\.steps)
        subjects = route.legs.enumerated().flatMap { index, leg in
            leg.steps.indices.map { step in
                guard step == leg.steps.count - 1 else { return CueSubject.maneuver }
                return index == route.legs.count - 1 ? .destination : .stopover
            }
        }
    }

    /// The number of steps.
    package var count: Int { steps.count }

    /// Returns the announcements of a step; `nil` if the language has none.
    package subscript(index: Int) -> StepAnnouncements? {
        guard let now = announcement(index, .now, by: plain), let prepare = announcement(index, .prepare, by: generator)
        else { return nil }
        var result = StepAnnouncements(stepNumber: steps[index].number, now: now, prepare: prepare)
        guard subjects[index] == .maneuver else { return result }
        if index + 1 < steps.count, steps[index + 1].distanceFromPreviousMeters <= Self.maxChainedMeters {
            result.chained = announcement(index, .now, includesNext: true, by: plain)
        }
        if let lanes = announcement(index, .now, by: generator), !lanes.laneText.isEmpty { result.withLanes = lanes }
        return result
    }

    private func announcement(
        _ index: Int, _ stage: CueStage, includesNext: Bool = false, by generator: AnnouncementGenerator
    ) -> Announcement? {
        let step = steps[index]
        let next = index + 1 < steps.count ? steps[index + 1] : nil
        let time = Timestamp(nanosecondsSinceEpoch: 0)
        let meters = min(stage == .now ? nowMeters(step) : Self.prepareMeters, step.distanceFromPreviousMeters)
        let cue = Cue(
            identity: 0, stage: stage, subject: subjects[index], stepNumber: step.number, distanceMeters: meters,
            includesNext: includesNext,
            isNextImmediate: includesNext && (next?.distanceFromPreviousMeters ?? .infinity) < Self.immediateMeters,
            priority: stage == .now ? .now : .prepare, dueAt: time, validForSeconds: .infinity)
        // Without a speed there is time for all words.
        let info = NavigationInfo(
            state: .enroute, fix: Fix(time: time, position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)),
            currentStep: step, nextStep: next,
            remainingSteps: Array(steps[(index + 1)...].prefix(NavigationInfo.maxRemainingSteps)),
            toManeuver: Remaining(distanceMeters: meters, durationSeconds: 0),
            maneuverToNextMeters: next?.distanceFromPreviousMeters,
            currentStreetName: index > 0 ? steps[index - 1].streetName : "", cue: cue)
        var generator = generator
        return try? generator.announcement(for: info)
    }

    private func nowMeters(_ step: Step) -> Double {
        let seconds = step.durationFromPreviousSeconds
        let speed = seconds > 0 ? step.distanceFromPreviousMeters / seconds : Self.usualSpeed
        return speed * Self.nowSeconds
    }
}
