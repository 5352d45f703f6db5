import NavigationEvents

/// The direction of a maneuver, as far as the phrases distinguish it.
enum PhraseDirection {
    case unspecified, ahead, back
    case keepLeft, slightLeft, left, sharpLeft
    case keepRight, slightRight, right, sharpRight
}

extension PhraseDirection {
    /// A side of the road.
    enum Side: String {
        case left = "Left"
        case right = "Right"
    }

    /// The side of the direction; `nil` for ahead and back.
    var side: Side? {
        switch self {
        case .keepLeft, .slightLeft, .left, .sharpLeft: .left
        case .keepRight, .slightRight, .right, .sharpRight: .right
        case .unspecified, .ahead, .back: nil
        }
    }

    /// Whether the direction is less than a turn.
    var isHalf: Bool {
        switch self {
        case .keepLeft, .keepRight, .slightLeft, .slightRight: true
        default: false
        }
    }

    /// Whether the direction needs no decision between left and right.
    var isAhead: Bool { self == .ahead || self == .unspecified }
}

extension Maneuver {
    /// The direction of the maneuver.
    var direction: PhraseDirection {
        switch self {
        case .unknown, .depart, .destination, .mergeUnspecified, .onRampUnspecified, .offRampUnspecified, .ferryBoat,
            .ferryTrain, .nameChange, .roundaboutClockwise, .roundaboutCounterclockwise, .roundaboutExitClockwise,
            .roundaboutExitCounterclockwise:
            .unspecified
        case .straight, .roundaboutStraightClockwise, .roundaboutStraightCounterclockwise: .ahead
        case .turnUTurnClockwise, .turnUTurnCounterclockwise, .onRampUTurnClockwise, .onRampUTurnCounterclockwise,
            .offRampUTurnClockwise, .offRampUTurnCounterclockwise, .roundaboutUTurnClockwise,
            .roundaboutUTurnCounterclockwise:
            .back
        case .turnKeepLeft, .mergeLeft, .forkLeft, .onRampKeepLeft, .offRampKeepLeft: .keepLeft
        case .turnKeepRight, .mergeRight, .forkRight, .onRampKeepRight, .offRampKeepRight: .keepRight
        case .turnSlightLeft, .onRampSlightLeft, .offRampSlightLeft, .roundaboutSlightLeftClockwise,
            .roundaboutSlightLeftCounterclockwise:
            .slightLeft
        case .turnSlightRight, .onRampSlightRight, .offRampSlightRight, .roundaboutSlightRightClockwise,
            .roundaboutSlightRightCounterclockwise:
            .slightRight
        case .destinationLeft, .turnLeft, .onRampLeft, .offRampLeft, .roundaboutLeftClockwise,
            .roundaboutLeftCounterclockwise:
            .left
        case .destinationRight, .turnRight, .onRampRight, .offRampRight, .roundaboutRightClockwise,
            .roundaboutRightCounterclockwise:
            .right
        case .turnSharpLeft, .onRampSharpLeft, .offRampSharpLeft, .roundaboutSharpLeftClockwise,
            .roundaboutSharpLeftCounterclockwise:
            .sharpLeft
        case .turnSharpRight, .onRampSharpRight, .offRampSharpRight, .roundaboutSharpRightClockwise,
            .roundaboutSharpRightCounterclockwise:
            .sharpRight
        }
    }
}
