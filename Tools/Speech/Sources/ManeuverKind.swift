import NavigationEvents

/// The kinds of maneuver by which the summary of a preview is divided.
enum ManeuverKind: String, CaseIterable, Comparable {
    case turn, slight, sharp, straight, keep, fork, ramp, exit, merge, roundabout
    case uTurn = "U-turn"
    case ferry, other

    init(_ maneuver: Maneuver) {
        self =
            switch maneuver {
            case .turnLeft, .turnRight: .turn
            case .turnSlightLeft, .turnSlightRight: .slight
            case .turnSharpLeft, .turnSharpRight: .sharp
            case .straight: .straight
            case .turnKeepLeft, .turnKeepRight: .keep
            case .forkLeft, .forkRight: .fork
            case .mergeUnspecified, .mergeLeft, .mergeRight: .merge
            case .turnUTurnClockwise, .turnUTurnCounterclockwise: .uTurn
            case .ferryBoat, .ferryTrain: .ferry
            case _ where maneuver.isRoundabout: .roundabout
            default:
                switch maneuver.rawValue {
                case Maneuver.onRampUnspecified.rawValue...Maneuver.onRampUTurnCounterclockwise.rawValue: .ramp
                case Maneuver.offRampUnspecified.rawValue...Maneuver.offRampUTurnCounterclockwise.rawValue: .exit
                default: .other
                }
            }
    }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (one: ManeuverKind, other: ManeuverKind) -> Bool { one.index < other.index }
}
