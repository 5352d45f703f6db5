/// An action of the driver, rider or walker at a step: 66 values, numbered as in the Google Navigation SDK.
///
/// The driving side of the step determines clockwise or counterclockwise: left-hand traffic goes clockwise through
/// roundabouts and U-turns, right-hand traffic counterclockwise.
public enum Maneuver: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Start of the route or of a leg.
    case depart = 1
    /// Arrival at the destination or at a stopover.
    case destination = 2
    /// Arrival; the destination or stopover is on the left.
    case destinationLeft = 3
    /// Arrival; the destination or stopover is on the right.
    case destinationRight = 4
    /// Continue straight.
    case straight = 5
    /// Turn left.
    case turnLeft = 6
    /// Turn right.
    case turnRight = 7
    /// Keep left.
    case turnKeepLeft = 8
    /// Keep right.
    case turnKeepRight = 9
    /// Turn slightly left.
    case turnSlightLeft = 10
    /// Turn slightly right.
    case turnSlightRight = 11
    /// Turn sharply left.
    case turnSharpLeft = 12
    /// Turn sharply right.
    case turnSharpRight = 13
    /// Make a U-turn, clockwise.
    case turnUTurnClockwise = 14
    /// Make a U-turn, counterclockwise.
    case turnUTurnCounterclockwise = 15
    /// Merge; the side is unknown.
    case mergeUnspecified = 16
    /// Merge to the left.
    case mergeLeft = 17
    /// Merge to the right.
    case mergeRight = 18
    /// Take the left branch of a fork.
    case forkLeft = 19
    /// Take the right branch of a fork.
    case forkRight = 20
    /// Take an on-ramp; the side is unknown.
    case onRampUnspecified = 21
    /// Take an on-ramp on the left.
    case onRampLeft = 22
    /// Take an on-ramp on the right.
    case onRampRight = 23
    /// Take an on-ramp by keeping left.
    case onRampKeepLeft = 24
    /// Take an on-ramp by keeping right.
    case onRampKeepRight = 25
    /// Take an on-ramp slightly to the left.
    case onRampSlightLeft = 26
    /// Take an on-ramp slightly to the right.
    case onRampSlightRight = 27
    /// Take an on-ramp sharply to the left.
    case onRampSharpLeft = 28
    /// Take an on-ramp sharply to the right.
    case onRampSharpRight = 29
    /// Take an on-ramp with a U-turn, clockwise.
    case onRampUTurnClockwise = 30
    /// Take an on-ramp with a U-turn, counterclockwise.
    case onRampUTurnCounterclockwise = 31
    /// Take an off-ramp; the side is unknown.
    case offRampUnspecified = 32
    /// Take an off-ramp on the left.
    case offRampLeft = 33
    /// Take an off-ramp on the right.
    case offRampRight = 34
    /// Take an off-ramp by keeping left.
    case offRampKeepLeft = 35
    /// Take an off-ramp by keeping right.
    case offRampKeepRight = 36
    /// Take an off-ramp slightly to the left.
    case offRampSlightLeft = 37
    /// Take an off-ramp slightly to the right.
    case offRampSlightRight = 38
    /// Take an off-ramp sharply to the left.
    case offRampSharpLeft = 39
    /// Take an off-ramp sharply to the right.
    case offRampSharpRight = 40
    /// Take an off-ramp with a U-turn, clockwise.
    case offRampUTurnClockwise = 41
    /// Take an off-ramp with a U-turn, counterclockwise.
    case offRampUTurnCounterclockwise = 42
    /// Enter a roundabout, clockwise; the direction of the exit is unknown.
    case roundaboutClockwise = 43
    /// Enter a roundabout, counterclockwise; the direction of the exit is unknown.
    case roundaboutCounterclockwise = 44
    /// Enter a roundabout, clockwise, and leave it straight on.
    case roundaboutStraightClockwise = 45
    /// Enter a roundabout, counterclockwise, and leave it straight on.
    case roundaboutStraightCounterclockwise = 46
    /// Enter a roundabout, clockwise, and leave it to the left.
    case roundaboutLeftClockwise = 47
    /// Enter a roundabout, counterclockwise, and leave it to the left.
    case roundaboutLeftCounterclockwise = 48
    /// Enter a roundabout, clockwise, and leave it to the right.
    case roundaboutRightClockwise = 49
    /// Enter a roundabout, counterclockwise, and leave it to the right.
    case roundaboutRightCounterclockwise = 50
    /// Enter a roundabout, clockwise, and leave it slightly to the left.
    case roundaboutSlightLeftClockwise = 51
    /// Enter a roundabout, counterclockwise, and leave it slightly to the left.
    case roundaboutSlightLeftCounterclockwise = 52
    /// Enter a roundabout, clockwise, and leave it slightly to the right.
    case roundaboutSlightRightClockwise = 53
    /// Enter a roundabout, counterclockwise, and leave it slightly to the right.
    case roundaboutSlightRightCounterclockwise = 54
    /// Enter a roundabout, clockwise, and leave it sharply to the left.
    case roundaboutSharpLeftClockwise = 55
    /// Enter a roundabout, counterclockwise, and leave it sharply to the left.
    case roundaboutSharpLeftCounterclockwise = 56
    /// Enter a roundabout, clockwise, and leave it sharply to the right.
    case roundaboutSharpRightClockwise = 57
    /// Enter a roundabout, counterclockwise, and leave it sharply to the right.
    case roundaboutSharpRightCounterclockwise = 58
    /// Enter a roundabout, clockwise, and leave it in the opposite direction.
    case roundaboutUTurnClockwise = 59
    /// Enter a roundabout, counterclockwise, and leave it in the opposite direction.
    case roundaboutUTurnCounterclockwise = 60
    /// Leave a roundabout, clockwise.
    case roundaboutExitClockwise = 61
    /// Leave a roundabout, counterclockwise.
    case roundaboutExitCounterclockwise = 62
    /// Take a ferry.
    case ferryBoat = 63
    /// Take a train that carries vehicles.
    case ferryTrain = 64
    /// Continue; the name of the road changes.
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
