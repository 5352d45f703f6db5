public import NavigationEvents

extension SignPicture {
    /// Selects the picture of a maneuver; several maneuvers share one.
    public init(_ maneuver: Maneuver) {
        self = Self.roundaboutPicture(maneuver) ?? Self.roadPicture(maneuver)
    }

    private static func roadPicture(_ maneuver: Maneuver) -> SignPicture {
        switch maneuver {
        case .straight, .onRampUnspecified, .offRampUnspecified, .nameChange: .straight
        case .turnLeft, .onRampLeft: .turn(.left)
        case .turnRight, .onRampRight: .turn(.right)
        case .turnSlightLeft, .onRampSlightLeft, .offRampSlightLeft: .slightTurn(.left)
        case .turnSlightRight, .onRampSlightRight, .offRampSlightRight: .slightTurn(.right)
        case .turnSharpLeft, .onRampSharpLeft, .offRampSharpLeft: .sharpTurn(.left)
        case .turnSharpRight, .onRampSharpRight, .offRampSharpRight: .sharpTurn(.right)
        case .turnUTurnClockwise, .onRampUTurnClockwise, .offRampUTurnClockwise: .uTurn(.clockwise)
        case .turnUTurnCounterclockwise, .onRampUTurnCounterclockwise, .offRampUTurnCounterclockwise:
            .uTurn(.counterclockwise)
        case .mergeUnspecified: .merge
        case .mergeLeft, .offRampLeft: .mergeTo(.left)
        case .mergeRight, .offRampRight: .mergeTo(.right)
        case .forkLeft, .turnKeepLeft, .onRampKeepLeft, .offRampKeepLeft: .fork(.left)
        case .forkRight, .turnKeepRight, .onRampKeepRight, .offRampKeepRight: .fork(.right)
        case .destination: .destination
        case .destinationLeft: .destinationAt(.left)
        case .destinationRight: .destinationAt(.right)
        case .ferryBoat: .ferryBoat
        case .ferryTrain: .ferryTrain
        default: .neutral
        }
    }

    private static func roundaboutPicture(_ maneuver: Maneuver) -> SignPicture? {
        switch maneuver {
        case .roundaboutClockwise: .roundabout(.unspecified, .clockwise)
        case .roundaboutCounterclockwise: .roundabout(.unspecified, .counterclockwise)
        case .roundaboutStraightClockwise: .roundabout(.straight, .clockwise)
        case .roundaboutStraightCounterclockwise: .roundabout(.straight, .counterclockwise)
        case .roundaboutLeftClockwise: .roundabout(.left, .clockwise)
        case .roundaboutLeftCounterclockwise: .roundabout(.left, .counterclockwise)
        case .roundaboutRightClockwise: .roundabout(.right, .clockwise)
        case .roundaboutRightCounterclockwise: .roundabout(.right, .counterclockwise)
        case .roundaboutSlightLeftClockwise: .roundabout(.slightLeft, .clockwise)
        case .roundaboutSlightLeftCounterclockwise: .roundabout(.slightLeft, .counterclockwise)
        case .roundaboutSlightRightClockwise: .roundabout(.slightRight, .clockwise)
        case .roundaboutSlightRightCounterclockwise: .roundabout(.slightRight, .counterclockwise)
        case .roundaboutSharpLeftClockwise: .roundabout(.sharpLeft, .clockwise)
        case .roundaboutSharpLeftCounterclockwise: .roundabout(.sharpLeft, .counterclockwise)
        case .roundaboutSharpRightClockwise: .roundabout(.sharpRight, .clockwise)
        case .roundaboutSharpRightCounterclockwise: .roundabout(.sharpRight, .counterclockwise)
        case .roundaboutUTurnClockwise: .roundabout(.uTurn, .clockwise)
        case .roundaboutUTurnCounterclockwise: .roundabout(.uTurn, .counterclockwise)
        case .roundaboutExitClockwise: .roundabout(.leaving, .clockwise)
        case .roundaboutExitCounterclockwise: .roundabout(.leaving, .counterclockwise)
        default: nil
        }
    }
}
