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
    case positionUnreliable
    case headingUnknown
    /// Turn until quiet.
    case steer(Side, errorDegrees: Double, isBehind: Bool)

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
        case .positionUnreliable: [.positionUnreliable]
        case .headingUnknown: [.headingUnknown]
        case .steer(let side, _, let isBehind): [isBehind ? .steerBehind : side == .left ? .steerLeft : .steerRight]
        }
    }

    /// What it is called in logs and reports.
    var words: String {
        let name = patterns.first?.words ?? ""
        guard case .roundabout(_, let exitCount?) = self else { return name }
        return "\(name) exit \(exitCount)"
    }

    /// Whether it may cut short what is being felt: what is to be done now cannot wait.
    var isUrgent: Bool {
        switch self {
        case .now, .roundabout(isNow: true, _), .arrived: true
        default: false
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
