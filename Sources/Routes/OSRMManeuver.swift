import NavigationEvents

/// The maneuvers of the OSRM format: a type, and a modifier that usually is its direction.
enum OSRMManeuver {
    /// The maneuvers of a type.
    struct Row {
        var type: String
        /// The maneuver of each modifier, in the order of ``Modifier``.
        var directions: Directions
        /// The maneuver without a modifier.
        var plain: Maneuver
        var roundaboutPart = ProviderStep.RoundaboutPart.none
        var isEndOfRoad = false
    }

    /// The modifiers, spelled as in documents.
    enum Modifier: String, CaseIterable {
        case uTurn = "uturn"
        case sharpRight = "sharp right"
        case right
        case slightRight = "slight right"
        case straight
        case slightLeft = "slight left"
        case left
        case sharpLeft = "sharp left"

        /// Middle of the range of the direction, degrees, positive to the right.
        var angleDegrees: Double {
            switch self {
            case .uTurn: 180
            case .sharpRight: 135
            case .right: 90
            case .slightRight: 45
            case .straight: 0
            case .slightLeft: -45
            case .left: -90
            case .sharpLeft: -135
            }
        }
    }

    /// The maneuvers of a type for each modifier; a U-turn is clockwise in left-hand traffic.
    struct Directions {
        var sharpRight, right, slightRight, straight, slightLeft, left, sharpLeft: Maneuver
        var uTurnClockwise, uTurnCounterclockwise: Maneuver

        func maneuver(_ modifier: Modifier, _ side: DrivingSide) -> Maneuver {
            switch modifier {
            case .uTurn: side == .left ? uTurnClockwise : uTurnCounterclockwise
            case .sharpRight: sharpRight
            case .right: right
            case .slightRight: slightRight
            case .straight: straight
            case .slightLeft: slightLeft
            case .left: left
            case .sharpLeft: sharpLeft
            }
        }
    }

    /// The row of a type. The format requires that unknown types are treated like a turn.
    static func row(of type: String) -> Row {
        rows.first { $0.type == type } ?? Row(type: type, directions: .turn, plain: .unknown)
    }

    static let rows: [Row] = [
        Row(type: "depart", directions: .always(.depart), plain: .depart),
        Row(type: "arrive", directions: .destination, plain: .destination),
        Row(type: "turn", directions: .turn, plain: .unknown),
        Row(type: "continue", directions: .turn, plain: .straight),
        Row(type: "end of road", directions: .turn, plain: .unknown, isEndOfRoad: true),
        Row(type: "new name", directions: .turnOrNameChange, plain: .nameChange),
        // The travel mode changes, such as where a bicycle has to be pushed.
        Row(type: "notification", directions: .turnOrNameChange, plain: .nameChange),
        Row(type: "use lane", directions: .keep, plain: .straight),
        Row(type: "merge", directions: .merge, plain: .mergeUnspecified),
        Row(type: "fork", directions: .fork, plain: .straight),
        Row(type: "on ramp", directions: .onRamp, plain: .onRampUnspecified),
        Row(type: "off ramp", directions: .offRamp, plain: .offRampUnspecified),
        Row(
            type: "roundabout", directions: .always(.roundaboutCounterclockwise), plain: .roundaboutCounterclockwise,
            roundaboutPart: .enter),
        Row(
            type: "rotary", directions: .always(.roundaboutCounterclockwise), plain: .roundaboutCounterclockwise,
            roundaboutPart: .enter),
        Row(
            type: "roundabout turn", directions: .roundabout, plain: .roundaboutCounterclockwise,
            roundaboutPart: .through),
        Row(
            type: "exit roundabout", directions: .always(.roundaboutExitCounterclockwise),
            plain: .roundaboutExitCounterclockwise, roundaboutPart: .exit),
        Row(
            type: "exit rotary", directions: .always(.roundaboutExitCounterclockwise),
            plain: .roundaboutExitCounterclockwise, roundaboutPart: .exit),
    ]
}
