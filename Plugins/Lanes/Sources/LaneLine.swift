import NavigationEvents

/// Lanes as a line of text, left to right: `[↰] [↰] ↑ ↑↱`. What is recommended stands in brackets, so that it is
/// seen without colour and survives every terminal.
struct LaneLine {
    var lanes: [Lane]

    var text: String { lanes.map(Self.text).joined(separator: " ") }

    private static func text(_ lane: Lane) -> String {
        lane.directions.map { $0.isRecommended ? "[\($0.shape.glyph)]" : $0.shape.glyph }.joined()
    }
}

extension LaneShape {
    /// The arrow painted on the lane.
    var glyph: String {
        switch self {
        case .unknown: "·"
        case .straight: "↑"
        case .slightLeft: "↖"
        case .slightRight: "↗"
        case .normalLeft: "↰"
        case .normalRight: "↱"
        case .sharpLeft: "↙"
        case .sharpRight: "↘"
        case .uTurnLeft: "↶"
        case .uTurnRight: "↷"
        }
    }

    /// The name of the shape in `lanes.json`.
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .straight: "straight"
        case .slightLeft: "slightLeft"
        case .slightRight: "slightRight"
        case .normalLeft: "normalLeft"
        case .normalRight: "normalRight"
        case .sharpLeft: "sharpLeft"
        case .sharpRight: "sharpRight"
        case .uTurnLeft: "uTurnLeft"
        case .uTurnRight: "uTurnRight"
        }
    }
}
