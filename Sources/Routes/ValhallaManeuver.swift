import NavigationEvents

/// Valhalla's maneuver types, in the order of their numbers.
enum ValhallaManeuver {
    struct Row {
        /// Valhalla's name of the type, as documentation.
        var name: String
        var maneuver: Maneuver
        var roundaboutPart = ProviderStep.RoundaboutPart.none
        var ferry = FerryMode.none
        var passage = Passage.none
        /// Whether the maneuver is a choice, although it leads straight ahead.
        var isDecision = false
    }

    /// The type of a road that continues straight ahead.
    static let continueType = 8

    /// The row of a type; a type that is not in the table is an unknown maneuver.
    static func row(of type: Int) -> Row {
        rows.indices.contains(type) ? rows[type] : Row(name: "(type \(type))", maneuver: .unknown)
    }

    // Maneuvers of public transport are unknown and shown neutrally. The direction of a passage is that of its angle.
    static let rows: [Row] = [
        Row(name: "none", maneuver: .unknown),
        Row(name: "start", maneuver: .depart),
        Row(name: "start right", maneuver: .depart),
        Row(name: "start left", maneuver: .depart),
        Row(name: "destination", maneuver: .destination),
        Row(name: "destination right", maneuver: .destinationRight),
        Row(name: "destination left", maneuver: .destinationLeft),
        Row(name: "becomes", maneuver: .nameChange),
        Row(name: "continue", maneuver: .straight, isDecision: true),
        Row(name: "slight right", maneuver: .turnSlightRight),
        Row(name: "right", maneuver: .turnRight),
        Row(name: "sharp right", maneuver: .turnSharpRight),
        Row(name: "u-turn right", maneuver: .turnUTurnClockwise),
        Row(name: "u-turn left", maneuver: .turnUTurnCounterclockwise),
        Row(name: "sharp left", maneuver: .turnSharpLeft),
        Row(name: "left", maneuver: .turnLeft),
        Row(name: "slight left", maneuver: .turnSlightLeft),
        Row(name: "ramp straight", maneuver: .onRampUnspecified),
        Row(name: "ramp right", maneuver: .onRampRight),
        Row(name: "ramp left", maneuver: .onRampLeft),
        Row(name: "exit right", maneuver: .offRampRight),
        Row(name: "exit left", maneuver: .offRampLeft),
        Row(name: "stay straight", maneuver: .straight, isDecision: true),
        Row(name: "stay right", maneuver: .forkRight),
        Row(name: "stay left", maneuver: .forkLeft),
        Row(name: "merge", maneuver: .mergeUnspecified),
        Row(name: "roundabout enter", maneuver: .roundaboutCounterclockwise, roundaboutPart: .enter),
        Row(name: "roundabout exit", maneuver: .roundaboutExitCounterclockwise, roundaboutPart: .exit),
        Row(name: "ferry enter", maneuver: .ferryBoat, ferry: .enter),
        Row(name: "ferry exit", maneuver: .straight, ferry: .exit),
        Row(name: "transit", maneuver: .unknown),
        Row(name: "transit transfer", maneuver: .unknown),
        Row(name: "transit remain on", maneuver: .unknown),
        Row(name: "transit connection start", maneuver: .unknown),
        Row(name: "transit connection transfer", maneuver: .unknown),
        Row(name: "transit connection destination", maneuver: .unknown),
        Row(name: "post transit connection destination", maneuver: .unknown),
        Row(name: "merge right", maneuver: .mergeRight),
        Row(name: "merge left", maneuver: .mergeLeft),
        Row(name: "elevator enter", maneuver: .straight, passage: .lift),
        Row(name: "steps enter", maneuver: .straight, passage: .stairs),
        Row(name: "escalator enter", maneuver: .straight, passage: .escalator),
        Row(name: "building enter", maneuver: .straight, passage: .buildingEnter),
        Row(name: "building exit", maneuver: .straight, passage: .buildingExit),
    ]
}
