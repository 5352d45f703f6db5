import NavigationEvents

/// The maneuvers of GraphHopper's signs, also on ramps of motorways.
enum GraphHopperManeuver {
    struct Row {
        var sign: Int
        var modifier: OSRMManeuver.Modifier
        /// The maneuver on ordinary roads.
        var maneuver: Maneuver
    }

    static let rows: [Row] = [
        Row(sign: -98, modifier: .uTurn, maneuver: .turnUTurnCounterclockwise),
        Row(sign: -8, modifier: .uTurn, maneuver: .turnUTurnCounterclockwise),
        Row(sign: -7, modifier: .slightLeft, maneuver: .turnKeepLeft),
        Row(sign: -3, modifier: .sharpLeft, maneuver: .turnSharpLeft),
        Row(sign: -2, modifier: .left, maneuver: .turnLeft),
        Row(sign: -1, modifier: .slightLeft, maneuver: .turnSlightLeft),
        Row(sign: 0, modifier: .straight, maneuver: .straight),
        Row(sign: 1, modifier: .slightRight, maneuver: .turnSlightRight),
        Row(sign: 2, modifier: .right, maneuver: .turnRight),
        Row(sign: 3, modifier: .sharpRight, maneuver: .turnSharpRight),
        Row(sign: 7, modifier: .slightRight, maneuver: .turnKeepRight),
        Row(sign: 8, modifier: .uTurn, maneuver: .turnUTurnClockwise),
    ]

    /// The maneuvers that are written only where another road could be mistaken for that of the route.
    static let choices: Set<Maneuver> = [.turnKeepLeft, .straight, .turnKeepRight]
    static let destination = 4
    static let stopover = 5
    static let roundabout = 6
    static let ferry = 9
    static let uTurnLeft = -8
    static let uTurnRight = 8
    /// A U-turn without a direction, which the driving side determines.
    static let uTurnEitherWay = -98

    /// The road before or after a maneuver.
    struct Road {
        var isMotorway: Bool
        var isLink: Bool
    }

    /// The maneuver of a sign. Ramps have no signs of their own; the road classes before and after the maneuver show
    /// them.
    static func maneuver(sign: Int, before: Road, after: Road, side: DrivingSide) -> Maneuver {
        guard let row = rows.first(where: { $0.sign == sign }) else { return .unknown }
        let turnsClockwise = sign == uTurnEitherWay ? side : (sign > 0 ? .left : .right)
        if !before.isLink, after.isLink {
            switch (row.maneuver, before.isMotorway) {
            case (.turnKeepLeft, true): return .offRampKeepLeft
            case (.turnKeepRight, true): return .offRampKeepRight
            case (.turnKeepLeft, false): return .onRampKeepLeft
            case (.turnKeepRight, false): return .onRampKeepRight
            case (_, let isExit):
                let ramp: OSRMManeuver.Directions = isExit ? .offRamp : .onRamp
                return ramp.maneuver(row.modifier, turnsClockwise)
            }
        }
        if before.isLink, after.isMotorway, !after.isLink, row.modifier != .uTurn {
            return OSRMManeuver.Directions.merge.maneuver(row.modifier, side)
        }
        return row.modifier == .uTurn ? OSRMManeuver.Directions.turn.maneuver(.uTurn, turnsClockwise) : row.maneuver
    }
}
