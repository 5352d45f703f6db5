import NavigationEvents

/// Decides which steps are announced at all, in the order of the route.
struct AnnouncedSteps {
    private let steps: [Step]
    private let stepMeters: [Double]
    private let stopSteps: [Int]
    private let ferries: [GeometrySpan]
    private var ferryCount = 0
    private var lastStraight: (step: Step, distanceAlongRouteMeters: Double)?
    private var stopCount = 0
    private var lastAnnouncedAlongMeters = 0.0
    private var motorway = false
    private var insideRoundabout = false

    private(set) var subject = CueSubject.maneuver
    private(set) var isAnnounced = false
    /// Whether the step is announced and requires an action; a border or a toll does not.
    private(set) var isManeuver = false
    /// Metres since the last announced step that required an action.
    private(set) var stretchMeters = 0.0
    /// Whether the stretch before the step is a motorway.
    private(set) var isMotorway = false
    /// Whether the step is announced only when it is due: the vehicle is on board before it, or the step leaves a
    /// roundabout that it did not enter.
    private(set) var isShortNotice = false

    init(steps: [Step], stepMeters: [Double], stopSteps: [Int], ferries: [GeometrySpan]) {
        self.ferries = ferries.sorted { $0.fromIndex < $1.fromIndex }
        self.steps = steps
        self.stepMeters = stepMeters
        self.stopSteps = stopSteps
    }

    /// Processes the next step; steps must be passed in order.
    mutating func advance(to index: Int) {
        let step = steps[index]
        let isStop = stopCount < stopSteps.count && stopSteps[stopCount] == index
        subject = !isStop ? .maneuver : stopCount + 1 == stopSteps.count ? .destination : .stopover
        if isStop { stopCount += 1 }
        stretchMeters = stepMeters[index] - lastAnnouncedAlongMeters
        isMotorway = motorway
        let isAboard = isAboard(step)
        isAnnounced = isStop || (!isAboard && needsAnnouncement(step) && !repeatsLastStep(step, at: stepMeters[index]))
        isShortNotice = !isStop && (endsAboard(step) || step.maneuver.isRoundaboutExit)
        isManeuver = isAnnounced && !step.isOnlyBorderOrToll
        if isManeuver { lastAnnouncedAlongMeters = stepMeters[index] }
        lastStraight = step.maneuver == .straight && step.isDecision ? (step, stepMeters[index]) : nil
        switch step.roadClassChange {
        case .motorwayEnter: motorway = true
        case .motorwayExit: motorway = false
        default: break
        }
        insideRoundabout = step.maneuver.isRoundabout && !step.maneuver.isRoundaboutExit
    }

    private func needsAnnouncement(_ step: Step) -> Bool {
        switch step.maneuver {
        case .depart, .destination, .destinationLeft, .destinationRight: false
        case _ where step.isEvent: true
        case .unknown: false
        case .nameChange: step.isDecision
        case .straight, .turnKeepLeft, .turnKeepRight: isDecision(step)
        case .mergeUnspecified, .mergeLeft, .mergeRight: stretchMeters > CueTiming.mergeNeedsMeters
        // Entry and exit of a roundabout are one announcement, at the entry.
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise: !insideRoundabout
        default: true
        }
    }

    /// Straight on needs no announcement, except where another road, a lane, a sign or the end of the road requires a
    /// decision.
    private func isDecision(_ step: Step) -> Bool {
        step.isDecision || step.isEndOfRoad || step.exitNumber != nil || step.roadClassChange != .none
            || step.signpost.map { !$0.isEmpty } ?? false
            || (step.lanes.contains(where: \.isRecommended) && !step.lanes.allSatisfy(\.isRecommended))
    }

    /// Within this distance and time, straight on along the same road is one announcement, metres and seconds.
    private static let straightMeters = 300.0
    private static let straightSeconds = 30.0

    /// Whether the announcement of the step before, to go straight ahead on the same road, is also that of this step.
    /// Ways without a name are not the same road.
    private func repeatsLastStep(_ step: Step, at meters: Double) -> Bool {
        guard let lastStraight, step.maneuver == .straight, step.isDecision, !step.isEvent, !step.streetName.isEmpty,
            meters - lastStraight.distanceAlongRouteMeters <= Self.straightMeters,
            step.durationFromPreviousSeconds <= Self.straightSeconds
        else { return false }
        return step.streetName == lastStraight.step.streetName && step.signpost == lastStraight.step.signpost
            && step.exitNumber == lastStraight.step.exitNumber && step.roadClassChange == .none
    }

    /// Whether the step is on board of a ferry or train. On board there is nothing to do.
    private mutating func isAboard(_ step: Step) -> Bool {
        while ferryCount < ferries.count, ferries[ferryCount].toIndex < step.geometryIndex { ferryCount += 1 }
        guard endsAboard(step) else { return false }
        return step.geometryIndex < ferries[ferryCount].toIndex
    }

    /// Whether the stretch before the step ends on board.
    private func endsAboard(_ step: Step) -> Bool {
        guard ferryCount < ferries.count else { return false }
        return ferries[ferryCount].fromIndex < step.geometryIndex
    }
}

extension Maneuver {
    fileprivate var isRoundaboutExit: Bool {
        self == .roundaboutExitClockwise || self == .roundaboutExitCounterclockwise
    }
}
