/// An action of the driver, rider or walker at a step: 66 values, numbered as in the Google Navigation SDK.
///
/// The driving side of the step determines clockwise or counterclockwise: left-hand traffic goes clockwise through
/// roundabouts and U-turns, right-hand traffic counterclockwise.
public enum Maneuver: Int32, OpenEnumeration {
    case unknown = 0
    case depart = 1
    case destination = 2
    case destinationLeft = 3
    case destinationRight = 4
    case straight = 5
    case turnLeft = 6
    case turnRight = 7
    case turnKeepLeft = 8
    case turnKeepRight = 9
    case turnSlightLeft = 10
    case turnSlightRight = 11
    case turnSharpLeft = 12
    case turnSharpRight = 13
    case turnUTurnClockwise = 14
    case turnUTurnCounterclockwise = 15
    case mergeUnspecified = 16
    case mergeLeft = 17
    case mergeRight = 18
    case forkLeft = 19
    case forkRight = 20
    case onRampUnspecified = 21
    case onRampLeft = 22
    case onRampRight = 23
    case onRampKeepLeft = 24
    case onRampKeepRight = 25
    case onRampSlightLeft = 26
    case onRampSlightRight = 27
    case onRampSharpLeft = 28
    case onRampSharpRight = 29
    case onRampUTurnClockwise = 30
    case onRampUTurnCounterclockwise = 31
    case offRampUnspecified = 32
    case offRampLeft = 33
    case offRampRight = 34
    case offRampKeepLeft = 35
    case offRampKeepRight = 36
    case offRampSlightLeft = 37
    case offRampSlightRight = 38
    case offRampSharpLeft = 39
    case offRampSharpRight = 40
    case offRampUTurnClockwise = 41
    case offRampUTurnCounterclockwise = 42
    case roundaboutClockwise = 43
    case roundaboutCounterclockwise = 44
    case roundaboutStraightClockwise = 45
    case roundaboutStraightCounterclockwise = 46
    case roundaboutLeftClockwise = 47
    case roundaboutLeftCounterclockwise = 48
    case roundaboutRightClockwise = 49
    case roundaboutRightCounterclockwise = 50
    case roundaboutSlightLeftClockwise = 51
    case roundaboutSlightLeftCounterclockwise = 52
    case roundaboutSlightRightClockwise = 53
    case roundaboutSlightRightCounterclockwise = 54
    case roundaboutSharpLeftClockwise = 55
    case roundaboutSharpLeftCounterclockwise = 56
    case roundaboutSharpRightClockwise = 57
    case roundaboutSharpRightCounterclockwise = 58
    case roundaboutUTurnClockwise = 59
    case roundaboutUTurnCounterclockwise = 60
    case roundaboutExitClockwise = 61
    case roundaboutExitCounterclockwise = 62
    case ferryBoat = 63
    case ferryTrain = 64
    case nameChange = 65

    /// The value for an unknown number.
    public static let unrecognized = Maneuver.unknown
}

extension Maneuver {
    /// Whether the maneuver is one of the 20 roundabout values.
    public var isRoundabout: Bool { (43...62).contains(rawValue) }

    /// Whether the maneuver ends a leg: the destination or a stopover, with or without a side.
    public var isDestination: Bool { (2...4).contains(rawValue) }

    /// Whether the maneuver turns back: any of the eight U-turn values.
    public var isUTurn: Bool {
        switch self {
        case .turnUTurnClockwise, .turnUTurnCounterclockwise, .onRampUTurnClockwise, .onRampUTurnCounterclockwise,
            .offRampUTurnClockwise, .offRampUTurnCounterclockwise, .roundaboutUTurnClockwise,
            .roundaboutUTurnCounterclockwise:
            true
        default: false
        }
    }
}
