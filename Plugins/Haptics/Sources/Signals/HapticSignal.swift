package import NavigationEvents

/// A situation to be signalled by pulses.
enum HapticSignal: Hashable, Sendable {
    /// An upcoming turn.
    case prepare(TurnDirection)
    /// An immediate turn.
    case now(TurnDirection)
    /// A roundabout, upcoming or entered now, with the number of the exit if it is known.
    case roundabout(isNow: Bool, exitCount: Int?)
    case offRoute
    case rerouted
    case stopover
    case arrived
    /// Guidance has ended, or is not running.
    case ended
    case positionUnreliable
    case headingUnknown
    /// Turn until quiet.
    case steer(Side, errorDegrees: Double, isBehind: Bool)
    /// The wearer faces the target direction: a sign of life, if enabled.
    case onCourse
    /// Keep still, facing north.
    case calibrating
    case calibrated
    case notCalibrated
    /// The answer to a mute request.
    case muted
    case unmuted

    /// The patterns of the signal, in order.
    var patterns: [PatternName] {
        switch self {
        case .prepare(let direction): [direction.preparePattern]
        case .now(let direction): [direction.nowPattern]
        case .roundabout(let isNow, let exitCount):
            [isNow ? .nowRoundabout : .prepareRoundabout]
                // With more exits than can be counted, only the roundabout is signalled.
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

    /// The name of the signal in logs and reports.
    var words: String {
        let name = patterns.first?.words ?? ""
        guard case .roundabout(_, let exitCount?) = self else { return name }
        return "\(name) exit \(exitCount)"
    }

    /// Whether it is one of many equal signals: it does not wait, and is not reported one by one.
    var isTransient: Bool {
        switch self {
        case .steer, .onCourse, .calibrating: true
        default: false
        }
    }

    /// Whether it is played while all is muted: essential signals, and answers to requests.
    var playsWhileMuted: Bool {
        switch self {
        case .offRoute, .positionUnreliable, .headingUnknown, .arrived, .ended, .calibrating, .calibrated,
            .notCalibrated, .muted, .unmuted:
            true
        case .prepare, .now, .roundabout, .rerouted, .stopover, .steer, .onCourse: false
        }
    }

    /// Whether it is played in every mode: after the arrival silence would mean "continue", and a pointer does not say
    /// that the route was left.
    var playsInEveryMode: Bool {
        switch self {
        case .arrived, .stopover, .offRoute, .rerouted: true
        default: false
        }
    }

    /// Whether it is announced only once: after an interruption it is played again, after the signal that interrupted
    /// it.
    var isAnnouncedOnce: Bool {
        switch self {
        case .offRoute, .rerouted, .stopover, .positionUnreliable, .ended: true
        default: false
        }
    }

    /// The priority of a signal: it interrupts signals of lower or equal priority.
    enum Urgency: Comparable, Sendable {
        /// It waits for its turn.
        case patient
        /// The answer to a press of a button.
        case answer
        /// An immediate action, which cannot wait.
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

/// The direction of a maneuver, as far as pulses can express it.
package enum TurnDirection: CaseIterable, Sendable {
    /// To a side, straight on, or back.
    case left, right, ahead, around

    /// The direction of a maneuver; `nil` for those that are not turns (departure, destination).
    package init?(_ maneuver: Maneuver) {
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
