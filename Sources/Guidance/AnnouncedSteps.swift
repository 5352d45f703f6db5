import NavigationEvents

/// Decides which steps are announced at all, in the order of the route.
struct AnnouncedSteps {
    private let steps: [Step]
    private let stepMeters: [Double]
    private let stopSteps: [Int]
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

    init(steps: [Step], stepMeters: [Double], stopSteps: [Int]) {
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
        isAnnounced = isStop || needsAnnouncement(step)
        isManeuver = isAnnounced && !step.isOnlyBorderOrToll
        if isManeuver { lastAnnouncedAlongMeters = stepMeters[index] }
        switch step.roadClassChange {
        case .motorwayEnter: motorway = true
        case .motorwayExit: motorway = false
        default: break
        }
        insideRoundabout = step.maneuver.isRoundabout && !isRoundaboutExit(step.maneuver)
    }

    private func needsAnnouncement(_ step: Step) -> Bool {
        switch step.maneuver {
        case .depart, .destination, .destinationLeft, .destinationRight: false
        case .unknown, .nameChange: !step.isPassedSilently(after: nil)
        case .straight, .turnKeepLeft, .turnKeepRight: isDecision(step)
        case .mergeUnspecified, .mergeLeft, .mergeRight: stretchMeters > CueTiming.mergeNeedsMeters
        // Entry and exit of a roundabout are one announcement, at the entry.
        case .roundaboutExitClockwise, .roundaboutExitCounterclockwise: !insideRoundabout
        default: true
        }
    }

    private func isRoundaboutExit(_ maneuver: Maneuver) -> Bool {
        maneuver == .roundaboutExitClockwise || maneuver == .roundaboutExitCounterclockwise
    }

    /// Straight on needs no announcement, except where another road, a lane, a sign or the end of the road requires a
    /// decision, or where another kind of way, another country or a toll road begins.
    private func isDecision(_ step: Step) -> Bool {
        step.isDecision || step.passage != .none || step.borderCountryCode != nil || step.beginsToll
            || step.isEndOfRoad || step.exitNumber != nil || step.roadClassChange != .none || step.ferry != .none
            || step.signpost.map { !$0.isEmpty } ?? false
            || (step.lanes.contains(where: \.isRecommended) && !step.lanes.allSatisfy(\.isRecommended))
    }
}
