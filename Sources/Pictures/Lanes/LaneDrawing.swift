import NavigationEvents

/// The arrows of one lane, around a stem at x = 0.
struct LaneDrawing {
    private let pens: Pens
    /// The directions, with the recommended ones last, on top.
    private let directions: [LaneDirection]
    private let reach: (left: Double, right: Double)

    /// The distance between the arrows of a lane and its borders.
    private static let margin = 6.5
    private static let minWidth = 44.0

    init(_ lane: Lane, pens: Pens) {
        let lanePens = pens.forLanes
        self.pens = lanePens
        directions = lane.directions.filter { !$0.isRecommended } + lane.directions.filter(\.isRecommended)
        let sides = lane.directions.map { ($0.shape.laneSide, LaneArrow.reach(of: $0.shape, pens: lanePens)) }
        let stem = sides.contains { $0.0 == nil } ? LaneArrow.reach(of: .straight, pens: lanePens) : 0
        reach = (
            sides.filter { $0.0 == .left }.map(\.1).max().map { max($0, stem) } ?? max(stem, lanePens.symbolWidth / 2),
            sides.filter { $0.0 == .right }.map(\.1).max().map { max($0, stem) } ?? max(stem, lanePens.symbolWidth / 2)
        )
    }

    /// The width of the lane.
    var width: Double { max(Self.minWidth, reach.left + reach.right + 2 * Self.margin) }

    /// The shapes of the lane, centred at a position.
    func shapes(centeredAt x: Double) -> [Shape] {
        let stem = x + (reach.left - reach.right) / 2
        return shapes.mapped { Point($0.x + stem, $0.y) }
    }

    private var shapes: [Shape] {
        guard !directions.isEmpty else { return [Self.unmarked(pens)] }
        let known = directions.filter { $0.shape != .unknown }
        let layouts = (
            left: LaneLayout(shapes: known.map(\.shape), side: .left, pens: pens),
            right: LaneLayout(shapes: known.map(\.shape), side: .right, pens: pens)
        )
        return directions.flatMap { direction -> [Shape] in
            guard direction.shape != .unknown else { return unknown(direction.isRecommended, isAlone: known.isEmpty) }
            let side = direction.shape.laneSide
            let layout = side == .left ? layouts.left : layouts.right
            let arrow = LaneArrow(direction.shape, at: layout[direction.shape], pens: pens)
            let drawn = direction.isRecommended ? arrow.bold : arrow.thin
            return side == .left ? drawn.mapped { Point(-$0.x, $0.y) } : drawn
        }
    }

    /// A lane without known directions.
    private static func unmarked(_ pens: Pens) -> Shape {
        .line(Path(open: [Point(0, 38), Point(0, 58)]), .faint, width: pens.faintWidth, isRoundEnded: true)
    }

    /// The dot of an unknown direction; next to others it is at the foot of their stem.
    private func unknown(_ isRecommended: Bool, isAlone: Bool) -> [Shape] {
        let center = Point(0, isAlone ? 48 : LaneArrow.foot - 8)
        if isRecommended { return [.fill(Path(center: center, radius: isAlone ? 11 : 8))] }
        return isAlone
            ? [.line(Path(center: center, radius: 8), .faint, width: pens.faintWidth)]
            : [.fill(Path(center: center, radius: 5), .faint)]
    }
}

extension Pens {
    /// The pens for lanes, which are finer than those of signs.
    var forLanes: Pens {
        var pens = self
        pens.symbolWidth = min(pens.symbolWidth, 12) * 0.84
        pens.faintWidth = min(pens.faintWidth, 6) * 0.76
        pens.headWidth = min(pens.headWidth, 32) * 0.8
        pens.headLength = min(pens.headLength, 22) * 0.8
        return pens
    }
}

extension LaneShape {
    /// The side of the stem; `nil` for shapes on the stem.
    var laneSide: PictureSide? {
        switch self {
        case .unknown, .straight: nil
        case .slightLeft, .normalLeft, .sharpLeft, .uTurnLeft: .left
        case .slightRight, .normalRight, .sharpRight, .uTurnRight: .right
        }
    }
}
