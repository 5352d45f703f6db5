import Geodesy
import NavigationEvents

/// The direction of a roundabout exit, as seen from the entering road.
enum RoundaboutDirection: CaseIterable {
    // In clockwise order, in sectors of 45 degrees, straight ahead at 0.
    case straight, slightRight, right, sharpRight, uTurn, sharpLeft, left, slightLeft

    /// The direction of an exit angle, degrees clockwise from straight ahead.
    init(exitAngleDegrees: Double) {
        let sector = Int(clamping: (Angle.normalized(exitAngleDegrees) / 45).rounded()) % Self.allCases.count
        self = Self.allCases[sector]
    }

    /// The direction of a roundabout maneuver; `nil` if it has none.
    init?(_ maneuver: Maneuver) {
        guard
            let direction = Self.maneuvers.first(where: {
                $0.value.clockwise == maneuver || $0.value.counterclockwise == maneuver
            })
        else { return nil }
        self = direction.key
    }

    /// The maneuver of a direction; without a direction, the general roundabout maneuver.
    static func maneuver(_ direction: RoundaboutDirection?, clockwise: Bool) -> Maneuver {
        guard let direction, let pair = maneuvers[direction] else {
            return clockwise ? .roundaboutClockwise : .roundaboutCounterclockwise
        }
        return clockwise ? pair.clockwise : pair.counterclockwise
    }

    private static let maneuvers: [RoundaboutDirection: (clockwise: Maneuver, counterclockwise: Maneuver)] = [
        .straight: (.roundaboutStraightClockwise, .roundaboutStraightCounterclockwise),
        .slightRight: (.roundaboutSlightRightClockwise, .roundaboutSlightRightCounterclockwise),
        .right: (.roundaboutRightClockwise, .roundaboutRightCounterclockwise),
        .sharpRight: (.roundaboutSharpRightClockwise, .roundaboutSharpRightCounterclockwise),
        .uTurn: (.roundaboutUTurnClockwise, .roundaboutUTurnCounterclockwise),
        .sharpLeft: (.roundaboutSharpLeftClockwise, .roundaboutSharpLeftCounterclockwise),
        .left: (.roundaboutLeftClockwise, .roundaboutLeftCounterclockwise),
        .slightLeft: (.roundaboutSlightLeftClockwise, .roundaboutSlightLeftCounterclockwise),
    ]
}
