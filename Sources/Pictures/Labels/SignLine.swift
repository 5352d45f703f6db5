public import NavigationEvents

/// A sign as a line of text: an arrow, the maneuver, the street and the distance. The wording is technical, for logs
/// and terminals; announcements have their own sentences.
public struct SignLine {
    /// The step with the maneuver.
    public var step: Step
    /// The distance to the maneuver; `nil` if unknown.
    public var distanceMeters: Double?
    /// The system of units.
    public var units: DisplayUnits

    /// Creates the line of a step.
    public init(step: Step, distanceMeters: Double? = nil, units: DisplayUnits = .metric) {
        self.step = step
        self.distanceMeters = distanceMeters
        self.units = units
    }

    /// The line.
    public var text: String {
        let words = SignWords(step)
        return [SignPicture(step.maneuver).glyph, words.maneuver, words.exit, street, distance]
            .compactMap { $0 }.joined(separator: "  ")
    }

    private var street: String? {
        guard !step.fullRoadName.isEmpty else { return nil }
        return "\(step.maneuver.isDestination ? "at" : "onto") \(step.fullRoadName)"
    }

    private var distance: String? {
        distanceMeters.flatMap { DistanceLabel(meters: $0, units: units) }.map { "in \($0.text)" }
    }
}

extension SignPicture {
    /// The Unicode character nearest to the picture.
    public var glyph: String {
        switch self {
        case .neutral: "◎"
        case .straight: "↑"
        case .turn(let side): side == .left ? "↰" : "↱"
        case .slightTurn(let side): side == .left ? "↖" : "↗"
        case .sharpTurn(let side): side == .left ? "↙" : "↘"
        case .uTurn(let rotation): rotation == .counterclockwise ? "↶" : "↷"
        case .merge: "⇈"
        case .mergeTo(let side): side == .left ? "⇖" : "⇗"
        case .fork(let side): side == .left ? "↖" : "↗"
        case .destination, .destinationAt: "⚑"
        case .ferryBoat: "⛴"
        case .ferryTrain: "🚆"
        case .roundabout(_, let rotation): rotation == .counterclockwise ? "↺" : "↻"
        }
    }
}
