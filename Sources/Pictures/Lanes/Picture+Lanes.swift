public import NavigationEvents

extension Picture {
    /// Creates the picture of lanes from left to right, as high as a sign; `nil` without lanes.
    ///
    /// Recommended directions are thick with a filled head, and on top; other directions are thin with an open head.
    /// The directions of a lane share one stem. Of more than ``LaneRow/maxLanes``, only those around the recommended
    /// ones are drawn, with three dots for the others.
    ///
    /// - Parameters:
    ///   - lanes: The lanes.
    ///   - pens: The line widths, as in a ``Theme``.
    public init?(lanes: [Lane], pens: Pens = .standard) {
        guard !lanes.isEmpty else { return nil }
        let row = LaneRow(lanes)
        let drawings = row.lanes.map { LaneDrawing($0, pens: pens) }
        // An even width ends at a whole pixel at every size.
        let laneWidth = ((drawings.map(\.width).max() ?? 0) / 2).rounded(.up) * 2
        var (x, shapes) = (LaneBoard.side, [Shape]())
        if row.hiddenLeft > 0 {
            shapes += LaneBoard.others(at: x)
            x += LaneBoard.othersWidth
        }
        for (index, drawing) in drawings.enumerated() {
            if index > 0 { shapes.append(LaneBoard.separator(at: x)) }
            shapes += drawing.shapes(centeredAt: x + laneWidth / 2)
            x += laneWidth
        }
        if row.hiddenRight > 0 {
            shapes += LaneBoard.others(at: x)
            x += LaneBoard.othersWidth
        }
        let width = x + LaneBoard.side
        let plate = Path(
            x: 0, y: 0, width: width, height: SignBoard.size,
            cornerRadius: min(pens.plateCornerRadius, LaneBoard.maxCornerRadius))
        self.init(width: width, height: SignBoard.size, shapes: [.fill(plate, .plate)] + shapes)
    }
}

/// The measures of the board of lanes, which is as high as that of signs.
enum LaneBoard {
    /// The margin beside the outer lanes.
    static let side = 4.0
    /// The width of the mark for hidden lanes.
    static let othersWidth = 26.0
    /// The maximum corner radius; a larger one would cut into the outer lanes.
    static let maxCornerRadius = 20.0

    /// The line painted between two lanes.
    static func separator(at x: Double) -> Shape {
        var dashes = Path()
        for y in stride(from: 10.0, to: 80, by: 30) {
            dashes.elements += Path(open: [Point(x, y), Point(x, y + 16)]).elements
        }
        return .line(dashes, .faint, width: 2.2)
    }

    /// The mark for hidden lanes: three dots.
    static func others(at x: Double) -> [Shape] {
        [-8.0, 0, 8].map { shift in
            .fill(Path(center: Point(x + othersWidth / 2 + shift, SignBoard.size / 2), radius: 2.8), .faint)
        }
    }
}
