package import Announcements
package import NavigationEvents

/// Writes the announcements of the steps of a route before the vehicle comes there, to know how long they take.
package struct RouteAnnouncements {
    /// The time before a maneuver at which "now" is usual, seconds.
    private static let nowSeconds = 6.0
    private static let prepareMeters = 400.0
    /// The speed on a step without an expected duration, metres per second.
    private static let usualSpeed = 12.0
    /// The distance within which two maneuvers may be announced together, metres: more than a vehicle drives in eight
    /// seconds.
    private static let maxChainedMeters = 400.0

    private let generator: AnnouncementGenerator
    private let plain: AnnouncementGenerator
    private let route: RouteSteps

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
        self.route = RouteSteps(of: route)
    }

    /// The number of steps.
    package var count: Int { route.steps.count }

    /// Returns the announcements of a step; `nil` if the language has none.
    package subscript(index: Int) -> StepAnnouncements? {
        guard let now = announcement(index, .now, by: plain), let prepare = announcement(index, .prepare, by: generator)
        else { return nil }
        let steps = route.steps
        var result = StepAnnouncements(stepNumber: steps[index].number, now: now, prepare: prepare)
        guard route.subjects[index] == .maneuver else { return result }
        if index + 1 < steps.count, steps[index + 1].distanceFromPreviousMeters <= Self.maxChainedMeters {
            result.chained = announcement(index, .now, includesNext: true, by: plain)
        }
        if let lanes = announcement(index, .now, by: generator), !lanes.laneText.isEmpty { result.withLanes = lanes }
        return result
    }

    private func announcement(
        _ index: Int, _ stage: CueStage, includesNext: Bool = false, by generator: AnnouncementGenerator
    ) -> Announcement? {
        let step = route.steps[index]
        let meters = min(stage == .now ? nowMeters(step) : Self.prepareMeters, step.distanceFromPreviousMeters)
        let info = route.info(at: index, stage, meters: meters, includesNext: includesNext)
        var generator = generator
        return try? generator.announcement(for: info)
    }

    private func nowMeters(_ step: Step) -> Double {
        let seconds = step.durationFromPreviousSeconds
        let speed = seconds > 0 ? step.distanceFromPreviousMeters / seconds : Self.usualSpeed
        return speed * Self.nowSeconds
    }
}
