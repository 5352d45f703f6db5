import NavigationEvents

/// A cue together with what its event knows of the steps it speaks of.
struct CueMoment {
    let cue: Cue
    /// The step the cue names; `nil` where the event does not carry it.
    let step: Step?
    /// The step after it, if the cue announces it too.
    let next: Step?
    /// Whether the leg that ends at `next` is not the last one.
    let isNextStopover: Bool
    /// The street one is on; empty where it has no name.
    let currentStreetName: String
    /// Metres to what is announced, now.
    let distanceMeters: Double
    /// Metres of the stretch that leads to it, if that has only just begun.
    let justBegunMeters: Double?
    /// Seconds to it from the present speed; infinite where that does not matter, or is not known.
    let secondsLeft: Double
    /// Metres per second now; 0 where that is not known.
    let speed: Double

    init(cue: Cue, in info: NavigationInfo) {
        self.cue = cue
        let steps = CueMoment.steps(of: info)
        let index = steps.firstIndex { $0.number == cue.stepNumber }
        step = index.map { steps[$0] }
        let following = index.map { steps[($0 + 1)...] } ?? []
        next = cue.includesNext ? following.first : nil
        isNextStopover = following.count > 1
        currentStreetName = info.currentStreetName
        // What is said must be true when it is said, so the present distance comes before that of the cue.
        let meters = CueMoment.distanceMeters(to: cue.stepNumber, in: info) ?? cue.distanceMeters
        distanceMeters = meters
        let isCurrent = info.currentStep?.number == cue.stepNumber
        let speed = info.fix.speedMetersPerSecond ?? 0
        self.speed = speed
        let begun = max(15, 1.5 * speed)
        justBegunMeters = step.flatMap { step in
            let stretch = step.distanceFromPreviousMeters
            return isCurrent && stretch >= meters && stretch - meters <= begun ? stretch : nil
        }
        // The first fix of a stretch comes by chance within its first second: all of that counts as driven, so that the
        // chance does not decide what is said.
        let certain = justBegunMeters.map { max(min(meters, $0 - speed), 0) } ?? meters
        let isTurn = cue.subject == .maneuver && speed > 0
        secondsLeft = isTurn ? step?.maneuver.secondsAhead(meters: certain, speed: speed) ?? .infinity : .infinity
    }

    /// The metres that are said. Those of a stretch that has just begun are its length, as long as that is true: when
    /// the first fix of it comes is chance, and the sentence is not.
    func metersSaid(in system: UnitSystem) -> Double {
        guard let stretch = justBegunMeters, let spoken = SpokenDistance(meters: stretch, system: system),
            abs(spoken.meters - distanceMeters) <= max(distanceMeters / 5, 15)
        else { return distanceMeters }
        return stretch
    }

    /// Seconds for which the number that is said stays true, within a fifth or 15 m; infinite where one stands.
    func truthSeconds(in system: UnitSystem) -> Double {
        guard speed > 0, let spoken = SpokenDistance(meters: metersSaid(in: system), system: system) else {
            return .infinity
        }
        return max(distanceMeters - min(spoken.meters / 1.2, spoken.meters - 15), 0) / speed
    }

    /// Metres by which the place that a distance names must lie behind a street that could be taken for it.
    private static let clearMeters = 5.0

    /// Whether a street to the same side lies before the maneuver, so that "now" would lead into it.
    func isBehindAnotherStreet(in system: UnitSystem) -> Bool {
        guard cue.stage == .now, cue.subject == .maneuver, let street = step?.sameSideStreetMeters,
            let spoken = SpokenDistance(meters: metersSaid(in: system), system: system)
        else { return false }
        return min(distanceMeters, spoken.meters) > street + Self.clearMeters
    }

    /// Whether it is the time to say that the road ends in the turn.
    var isAtEndOfRoad: Bool { cue.stage == .prepare && step?.isTurnAtEndOfRoad == true }

    /// Metres to the maneuver of a step, now; `nil` where the event does not tell.
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
