import NavigationEvents

extension OSRMManeuver.Directions {
    /// The same maneuver for every modifier.
    static func always(_ maneuver: Maneuver) -> Self {
        Self(
            sharpRight: maneuver, right: maneuver, slightRight: maneuver, straight: maneuver, slightLeft: maneuver,
            left: maneuver, sharpLeft: maneuver, uTurnClockwise: maneuver, uTurnCounterclockwise: maneuver)
    }

    /// Maneuvers that differ only by left and right.
    static func sides(left: Maneuver, middle: Maneuver, right: Maneuver) -> Self {
        Self(
            sharpRight: right, right: right, slightRight: right, straight: middle, slightLeft: left, left: left,
            sharpLeft: left, uTurnClockwise: middle, uTurnCounterclockwise: middle)
    }

    static let destination = sides(left: .destinationLeft, middle: .destination, right: .destinationRight)

    static let merge = sides(left: .mergeLeft, middle: .mergeUnspecified, right: .mergeRight)

    static let fork = sides(left: .forkLeft, middle: .straight, right: .forkRight)

    static let keep = sides(left: .turnKeepLeft, middle: .straight, right: .turnKeepRight)

    static let turn = Self(
        sharpRight: .turnSharpRight, right: .turnRight, slightRight: .turnSlightRight, straight: .straight,
        slightLeft: .turnSlightLeft, left: .turnLeft, sharpLeft: .turnSharpLeft, uTurnClockwise: .turnUTurnClockwise,
        uTurnCounterclockwise: .turnUTurnCounterclockwise)

    /// A road that changes its name: a sharp bend is a turn, a slight one is not.
    static let turnOrNameChange = {
        var directions = turn
        directions.slightRight = .nameChange
        directions.straight = .nameChange
        directions.slightLeft = .nameChange
        return directions
    }()

    static let onRamp = Self(
        sharpRight: .onRampSharpRight, right: .onRampRight, slightRight: .onRampSlightRight,
        straight: .onRampUnspecified, slightLeft: .onRampSlightLeft, left: .onRampLeft, sharpLeft: .onRampSharpLeft,
        uTurnClockwise: .onRampUTurnClockwise, uTurnCounterclockwise: .onRampUTurnCounterclockwise)

    static let offRamp = Self(
        sharpRight: .offRampSharpRight, right: .offRampRight, slightRight: .offRampSlightRight,
        straight: .offRampUnspecified, slightLeft: .offRampSlightLeft, left: .offRampLeft, sharpLeft: .offRampSharpLeft,
        uTurnClockwise: .offRampUTurnClockwise, uTurnCounterclockwise: .offRampUTurnCounterclockwise)

    /// The direction of the exit if its angle is unknown; ``ProviderLeg`` corrects clockwise roundabouts later.
    static let roundabout = Self(
        sharpRight: .roundaboutSharpRightCounterclockwise, right: .roundaboutRightCounterclockwise,
        slightRight: .roundaboutSlightRightCounterclockwise, straight: .roundaboutStraightCounterclockwise,
        slightLeft: .roundaboutSlightLeftCounterclockwise, left: .roundaboutLeftCounterclockwise,
        sharpLeft: .roundaboutSharpLeftCounterclockwise, uTurnClockwise: .roundaboutUTurnClockwise,
        uTurnCounterclockwise: .roundaboutUTurnCounterclockwise)
}
