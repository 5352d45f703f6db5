import NavigationEvents

/// Something to be felt.
enum HapticSignal: Hashable, Sendable {
    /// A turn that comes.
    case prepare(TurnDirection)
    /// A turn that is made now.
    case now(TurnDirection)
    /// A roundabout that comes or is entered now, with the exit to count where it is known.
    case roundabout(isNow: Bool, exitCount: Int?)
    case offRoute
    case rerouted
    case stopover
    case arrived
    /// Guidance has ended, or there is none.
    case ended
    case positionUnreliable
    case headingUnknown
    /// Turn until quiet.
    case steer(Side, errorDegrees: Double, isBehind: Bool)
    /// One faces the way to go: a sign of life, if wanted.
    case onCourse
    /// Keep still, facing north.
    case calibrating
    case calibrated
    case notCalibrated
    /// What was asked for with a button: silence, or the end of it.
    case muted
    case unmuted

    /// The patterns it is made of, in order.
    var patterns: [PatternName] {
        switch self {
        case .prepare(let direction): [direction.preparePattern]
        case .now(let direction): [direction.nowPattern]
        case .roundabout(let isNow, let exitCount):
            [isNow ? .nowRoundabout : .prepareRoundabout]
                // More than anyone counts says no more than the roundabout itself.
                + (exitCount.map { (1...12).contains($0) ? Array(repeating: .roundaboutExit, count: $0) : [] } ?? [])
        case .offRoute: [.offRoute]
        case .rerouted: [.rerouted]
        case .stopover: [.stopover]
        case .arrived: [.arrived]
        case .ended: [.ended]
        case .positionUnreliable: [.positionUnreliable]
        case .headingUnknown: [.headingUnknown]
        case .steer(let side, _, let isBehind): [isBehind ? .steerBehind : side == .left ? .steerLeft : .steerRight]
        case .onCourse: [.onCourse]
        case .calibrating: [.calibrating]
        case .calibrated: [.calibrated]
        case .notCalibrated: [.notCalibrated]
        case .muted: [.muted]
        case .unmuted: [.unmuted]
        }
    }

    /// What it is called in logs and reports.
    var words: String {
        let name = patterns.first?.words ?? ""
        guard case .roundabout(_, let exitCount?) = self else { return name }
        return "\(name) exit \(exitCount)"
    }

    /// Whether it is one of many that say the same: it waits for nothing, and is not reported one by one.
    var isPassing: Bool {
        switch self {
        case .steer, .onCourse, .calibrating: true
        default: false
        }
    }

    /// Whether it is felt though all is muted: what one must know, and the answers to what one asked for.
    var isHeardWhileMuted: Bool {
        switch self {
        case .offRoute, .positionUnreliable, .headingUnknown, .arrived, .ended, .calibrating, .calibrated,
            .notCalibrated, .muted, .unmuted:
            true
        case .prepare, .now, .roundabout, .rerouted, .stopover, .steer, .onCourse: false
        }
    }

    /// Whether it is felt in every mode: where one has arrived, silence would say "go on", and a pointer does not say that
    /// it has left the route.
    var isFeltInEveryMode: Bool {
        switch self {
        case .arrived, .stopover, .offRoute, .rerouted: true
        default: false
        }
    }

    /// Whether it is told once: cut short, it is felt again behind what could not wait.
    var isOnce: Bool {
        switch self {
        case .offRoute, .rerouted, .stopover, .positionUnreliable, .ended: true
        default: false
        }
    }

    /// What may cut short what: the more urgent, and the newer of the same urgency.
    enum Urgency: Comparable, Sendable {
        /// It waits for its turn.
        case patient
        /// Who has pressed a button waits for the answer.
        case answer
        /// What is to be done now cannot wait.
        case now
    }

    var urgency: Urgency {
        switch self {
        case .now, .roundabout(isNow: true, _), .arrived: .now
        case .muted, .unmuted, .calibrated, .notCalibrated: .answer
        default: .patient
        }
    }
}

/// Where a maneuver leads, as far as it can be felt.
enum TurnDirection: CaseIterable, Sendable {
    case left, right, ahead, around

    /// Where a maneuver leads; `nil` for those that are not turns (departure, destination).
    init?(_ maneuver: Maneuver) {
        switch maneuver {
        case _ where maneuver.isUTurn: self = .around
        case .turnLeft, .turnKeepLeft, .turnSlightLeft, .turnSharpLeft, .mergeLeft, .forkLeft, .onRampLeft,
            .onRampKeepLeft, .onRampSlightLeft, .onRampSharpLeft, .offRampLeft, .offRampKeepLeft, .offRampSlightLeft,
            .offRampSharpLeft:
            self = .left
        case .turnRight, .turnKeepRight, .turnSlightRight, .turnSharpRight, .mergeRight, .forkRight, .onRampRight,
            .onRampKeepRight, .onRampSlightRight, .onRampSharpRight, .offRampRight, .offRampKeepRight,
            .offRampSlightRight, .offRampSharpRight:
            self = .right
        case .straight, .mergeUnspecified, .onRampUnspecified, .offRampUnspecified, .ferryBoat, .ferryTrain,
            .nameChange:
            self = .ahead
        default: return nil
        }
    }

    fileprivate var preparePattern: PatternName {
        switch self {
        case .left: .prepareLeft
        case .right: .prepareRight
        case .ahead: .prepareAhead
        case .around: .prepareAround
        }
    }

    fileprivate var nowPattern: PatternName {
        switch self {
        case .left: .nowLeft
        case .right: .nowRight
        case .ahead: .nowAhead
        case .around: .nowAround
        }
    }
}
