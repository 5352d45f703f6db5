import NavigationEvents

/// A cue with the steps, distances and times that its event gives for it.
struct CueContext {
    let cue: Cue
    /// The step of the cue; `nil` if the event does not carry it.
    private(set) var step: Step?
    /// The next step, if the cue announces it too.
    let next: Step?
    /// Whether `next` ends at a stopover, not at the destination.
    let isNextStopover: Bool
    /// Whether the step of the cue, if it ends a leg, ends at a stopover.
    let isStopover: Bool
    /// The name of the stop at which the step of the cue ends; `nil` if it has none or ends at no stop.
    var stopName: String?
    /// The direction in which the route leads here, degrees clockwise from true north; `nil` if it is unknown.
    let bearingDegrees: Double?
    /// The name of the current street; empty if it has none.
    let currentStreetName: String
    /// The route of the event.
    let routeID: String
    /// The names of the road that leads to the maneuver, as far as the event has them: all, or the first one of the
    /// present road. Empty if it has none or is unknown.
    let roadBefore: [String]
    /// The names of the road that leads to `next`.
    let roadBeforeNext: [String]
    /// The present distance to the announced maneuver, in metres.
    let distanceMeters: Double
    /// The length in metres of the stretch of road that leads to the maneuver, if the vehicle has just entered it.
    let newStretchMeters: Double?
    /// The seconds to the maneuver at the present speed; infinite if the speed is unknown or the cue is not about a
    /// maneuver.
    let secondsLeft: Double
    /// The seconds since the cue became due; on a stretch that has just begun, since the latest possible first fix of it.
    let ageSeconds: Double
    /// The present speed in metres per second; 0 if unknown.
    let speed: Double

    init(cue: Cue, in info: NavigationInfo) {
        self.cue = cue
        let steps = CueContext.steps(of: info)
        let index = steps.firstIndex { $0.number == cue.stepNumber }
        step = index.map { steps[$0] }
        let following = index.map { steps[($0 + 1)...] } ?? []
        let announced = following.firstIndex { !$0.isPassedSilently(after: index.map { steps[$0] }) }
        next = cue.includesNext ? announced.map { following[$0] } : nil
        isNextStopover = announced.map { $0 + 1 < steps.count } ?? false
        isStopover = !following.isEmpty
        bearingDegrees = info.matched?.bearingDegrees ?? info.fix.courseDegrees
        currentStreetName = info.currentStreetName
        routeID = info.routeID
        func roadBefore(_ index: Int) -> [String] {
            index > 0 ? steps[index - 1].roadNames : StreetNames.parts(info.currentStreetName)
        }
        self.roadBefore = index.map(roadBefore) ?? []
        roadBeforeNext = announced.map(roadBefore) ?? []
        // The spoken distance must be true when it is spoken, so the present distance precedes that of the cue.
        let meters = CueContext.distanceMeters(to: cue.stepNumber, in: info) ?? cue.distanceMeters
        distanceMeters = meters
        let isCurrent = info.currentStep?.number == cue.stepNumber
        let speed = info.fix.speedMetersPerSecond ?? 0
        self.speed = speed
        let begun = max(15, 1.5 * speed)
        newStretchMeters = step.flatMap { step in
            let stretch = step.distanceFromPreviousMeters
            return isCurrent && stretch >= meters && stretch - meters <= begun ? stretch : nil
        }
        // The first fix of a stretch comes at a random time within its first second. The whole second counts as driven,
        // so that the announcement does not depend on chance.
        let certain = newStretchMeters.map { max(min(meters, $0 - speed), 0) } ?? meters
        let unseen = speed > 0 ? (meters - certain) / speed : 0
        ageSeconds = max(info.fix.time.seconds(since: cue.dueAt), 0) + max(unseen, 0)
        let isTurn = cue.subject == .maneuver && speed > 0
        secondsLeft = isTurn ? step?.maneuver.secondsAhead(meters: certain, speed: speed) ?? .infinity : .infinity
    }

    /// Returns the metres to speak. On a stretch that has just begun they are its length while that is nearly true, so
    /// that the sentence does not depend on the time of the first fix.
    func spokenMeters(in system: UnitSystem) -> Double {
        guard let stretch = newStretchMeters, let spoken = SpokenDistance(meters: stretch, system: system),
            abs(spoken.meters - distanceMeters) <= max(distanceMeters / 5, 15)
        else { return distanceMeters }
        return stretch
    }

    /// Returns the seconds for which the spoken number stays true, within a fifth or 15 m; infinite while the vehicle
    /// stands.
    func distanceValidSeconds(in system: UnitSystem) -> Double {
        guard speed > 0, let spoken = SpokenDistance(meters: spokenMeters(in: system), system: system) else {
            return .infinity
        }
        return max(distanceMeters - min(spoken.meters / 1.2, spoken.meters - 15), 0) / speed
    }

    /// The minimum distance in metres between another street and the point that a spoken distance names.
    private static let minClearanceMeters = 5.0

    /// Whether a street on the same side comes before the maneuver, so that "now" could mean that street.
    func isAfterAnotherStreet(in system: UnitSystem) -> Bool {
        guard cue.stage == .now, cue.subject == .maneuver, let street = step?.sameSideStreetMeters,
            let spoken = SpokenDistance(meters: spokenMeters(in: system), system: system)
        else { return false }
        return min(distanceMeters, spoken.meters) > street + Self.minClearanceMeters
    }

    /// Omits the tunnel of the step, which was announced before.
    mutating func leaveOutTunnel() { step?.tunnelMode = .none }

    /// Whether the cue prepares a turn at the end of the road.
    var isAtEndOfRoad: Bool { cue.stage == .prepare && step?.isTurnAtEndOfRoad == true }

    /// Returns the present distance in metres to the maneuver of a step; `nil` if the event does not contain it.
    static func distanceMeters(to stepNumber: Int, in info: NavigationInfo) -> Double? {
        guard info.currentStep != nil, let toCurrent = info.toManeuver?.distanceMeters else { return nil }
        let steps = steps(of: info)
        guard let index = steps.firstIndex(where: { $0.number == stepNumber }) else { return nil }
        return steps[1..<max(index + 1, 1)].reduce(toCurrent) { $0 + $1.distanceFromPreviousMeters }
    }

    static func steps(of info: NavigationInfo) -> [Step] {
        let current = [info.currentStep].compactMap(\.self)
        return current + (info.remainingSteps.isEmpty ? [info.nextStep].compactMap(\.self) : info.remainingSteps)
    }
}
