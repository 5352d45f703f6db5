import NavigationEvents

/// The heights at which the arrows of one side leave the stem of a lane: sharper turns are lower.
struct LaneLayout {
    private static let gap = 3.0
    private static let bottom = LaneArrow.foot

    private var heights: [LaneShape: Double] = [:]

    /// - Parameters:
    ///   - shapes: All shapes of the lane.
    ///   - side: The side of the arrows.
    ///   - pens: The pens for lanes.
    init(shapes: [LaneShape], side: PictureSide, pens: Pens) {
        let order: [LaneShape] =
            side == .left
            ? [.slightLeft, .normalLeft, .sharpLeft, .uTurnLeft]
            : [.slightRight, .normalRight, .sharpRight, .uTurnRight]
        let present = order.filter(shapes.contains)
        // Below the head of a straight arrow.
        let top = LaneArrow.top + (shapes.contains(.straight) ? pens.headLength + 1 : 4)
        guard let last = present.last, present.count > 1 else {
            if let only = present.first { heights[only] = max(top, Self.alone(only)) }
            return
        }
        let needed = present.map { LaneArrow.height(of: $0, pens: pens) }
        let lastHeight = LaneArrow.height(of: last, pens: pens)
        let sum = needed.reduce(0, +) + Self.gap * Double(present.count - 1)
        // Too many arrows overlap, but none leaves the lane.
        let room = Self.bottom - top
        let stretch = min(1, (room - lastHeight) / (sum - lastHeight))
        var y = top + min(8, max(0, room - sum) / 2)
        for (shape, height) in zip(present, needed) {
            heights[shape] = y
            y += (height + Self.gap) * stretch
        }
    }

    subscript(_ shape: LaneShape) -> Double { heights[shape] ?? LaneArrow.top }

    /// The best height of an arrow that is alone on its side.
    private static func alone(_ shape: LaneShape) -> Double {
        switch shape {
        case .slightLeft, .slightRight: 16
        case .normalLeft, .normalRight: 24
        case .sharpLeft, .sharpRight: 20
        default: 15
        }
    }
}
