public import NavigationEvents

extension LaneShape {
    /// The Unicode arrow nearest to the one painted on the lane.
    public var glyph: String {
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

    /// The name of the shape in JSON.
    public var name: String {
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

extension LaneShape {
    /// The shape in words, for screen readers.
    public var words: String {
        switch self {
        case .unknown: "unknown"
        case .straight: "straight"
        case .slightLeft: "slight left"
        case .slightRight: "slight right"
        case .normalLeft: "left"
        case .normalRight: "right"
        case .sharpLeft: "sharp left"
        case .sharpRight: "sharp right"
        case .uTurnLeft: "turn around left"
        case .uTurnRight: "turn around right"
        }
    }
}
