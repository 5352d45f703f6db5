import NavigationEvents

extension Cue {
    /// A maneuver within this distance is announced as "now".
    private static let nowMeters = 25.0
    private static let nowSeconds = 4.0

    /// Creates the cue for a repetition: the cue that is due, with its present distance; otherwise the next maneuver
    /// that needs a decision; off the route, the request to turn around.
    init?(forRepetitionIn info: NavigationInfo) {
        if info.isDestinationReached {
            self.init(info.cue, in: info, stage: .now, subject: .destination, step: info.cue?.stepNumber ?? -1)
        } else if info.isOffRoute || info.state == .rerouting {
            self.init(info.cue, in: info, stage: .now, subject: .offRoute, step: info.cue?.stepNumber ?? -1)
        } else {
            self.init(nextDecisionIn: info)
        }
    }

    private init?(nextDecisionIn info: NavigationInfo) {
        let steps = CueContext.steps(of: info)
        let due = info.cue.flatMap { cue in
            steps.first { $0.number == cue.stepNumber && ![.followRoad, .start].contains(cue.subject) }
        }
        guard let step = due ?? steps.first(where: \.needsDecision) ?? steps.first else { return nil }
        let meters = CueContext.distanceMeters(to: step.number, in: info) ?? .infinity
        let isStopover =
            info.toDestination.map { $0.distanceMeters - meters > 1 } ?? (steps.last?.number != step.number)
        let subject: CueSubject = !step.maneuver.isDestination ? .maneuver : isStopover ? .stopover : .destination
        let isCurrent = info.currentStep?.number == step.number
        let isNear = meters <= Self.nowMeters || isCurrent && info.toManeuver?.durationSeconds ?? 60 <= Self.nowSeconds
        let isNow = due != nil && info.cue?.stage == .now || isNear && subject == .maneuver
        self.init(info.cue, in: info, stage: isNow ? .now : .far, subject: subject, step: step.number)
    }

    /// Creates a cue of this stage, with the identity of `due` if both concern the same step and subject.
    private init(
        _ due: Cue?, in info: NavigationInfo, stage: CueStage, subject: CueSubject, step: Int
    ) {
        let own = due?.stepNumber == step && due?.subject == subject ? due : nil
        let seconds = info.toManeuver?.durationSeconds ?? 0
        self.init(
            identity: own?.identity ?? 0, stage: stage, subject: subject, stepNumber: step,
            distanceMeters: CueContext.distanceMeters(to: step, in: info) ?? own?.distanceMeters ?? 0,
            includesNext: stage == .now && own?.includesNext == true, isNextImmediate: own?.isNextImmediate == true,
            priority: stage == .now ? .now : .prepare, dueAt: info.fix.time,
            // A spoken distance is valid until the vehicle has driven a fifth of it.
            validForSeconds: stage == .now ? min(max(seconds, 3), 30) : min(max(seconds / 5, 3), 15))
    }
}

extension Step {
    /// Whether the driver has to decide something at this step.
    fileprivate var needsDecision: Bool {
        switch maneuver {
        case .unknown, .depart, .straight, .nameChange: false
        default: true
        }
    }
}
