// The pictures of road maneuvers. Right is drawn, left is its mirror image.

extension [Shape] {
    /// What a sign shows, the lowest first.
    init(_ sign: Sign) {
        switch sign.picture {
        case .neutral: self = .neutral
        case .straight: self = Arrow(points: [Point(48, 84), Point(48, 12)]).shapes
        case .turn(let side): self = Self.turnRight.facing(side)
        case .slightTurn(let side): self = Self.slightRight.facing(side)
        case .sharpTurn(let side): self = Self.sharpRight.facing(side)
        case .uTurn(let rotation): self = rotation == .clockwise ? Self.uTurnLeft.mirrored : Self.uTurnLeft
        case .merge: self = .merge
        case .mergeTo(let side): self = Self.mergeRight.facing(side)
        case .fork(let side): self = Self.forkRight.facing(side)
        case .destination: self = Self.flag.centered
        case .destinationAt(let side): self = Self.destinationRight.facing(side)
        case .ferryBoat: self = .ferryBoat
        case .ferryTrain: self = .ferryTrain
        case .roundabout(let exit, let rotation): self = .roundabout(exit, rotation, sign)
        }
    }

    /// As drawn for the right, mirrored for the left; in the middle of the board either way.
    private func facing(_ side: Side) -> [Shape] { side == .right ? centered : mirrored.centered }

    /// Where one stands: says nothing of a direction.
    private static var neutral: [Shape] {
        [
            .line(Path(center: SignBoard.center, radius: 27), width: 8),
            .fill(Path(center: SignBoard.center, radius: 13)),
        ]
    }

    private static var turnRight: [Shape] {
        Arrow(points: [Point(30, 84), Point(30, 36), Point(80, 36)], cornerRadius: 14).shapes
    }

    private static var slightRight: [Shape] {
        Arrow(points: [Point(34, 86), Point(34, 52), Point(66, 16)], cornerRadius: 16).shapes
    }

    private static var sharpRight: [Shape] {
        Arrow(points: [Point(32, 84), Point(32, 20), Point(72, 62)], cornerRadius: 7).shapes
    }

    /// Counterclockwise: up on the right, back on the left.
    private static var uTurnLeft: [Shape] {
        let arrow = Arrow(points: [Point(66, 84), Point(66, 18), Point(32, 18), Point(32, 74)], cornerRadius: 16.9)
        return arrow.shapes.centered
    }

    /// Two roads become one.
    private static var merge: [Shape] {
        let joining = Path(through: [Point(24, 85), Point(24, 77), Point(48, 53), Point(48, 40)], cornerRadius: 12)
        let other = [Shape.line(joining, width: SignBoard.symbolWidth)]
        return other + other.mirrored + Arrow(points: [Point(48, 48), Point(48, 11)]).shapes
    }

    /// Over to the road on the right: merging into it, or leaving by a ramp.
    private static var mergeRight: [Shape] {
        let left = Path(open: [Point(33, 84), Point(33, 14)])
        let right = Path(open: [Point(65, 84), Point(65, 40)])
        let arrow = Arrow(
            points: [Point(33, 84), Point(33, 66), Point(65, 42), Point(65, 12)], cornerRadius: 14)
        return [
            .line(left, .faint, width: SignBoard.faintWidth), .line(right, .faint, width: SignBoard.faintWidth),
        ] + arrow.shapesWithSeam
    }

    private static var forkRight: [Shape] {
        let other = Path(through: [Point(48, 84), Point(48, 62), Point(24, 34), Point(24, 16)], cornerRadius: 12)
        let arrow = Arrow(
            points: [Point(48, 84), Point(48, 62), Point(70, 37), Point(70, 12)], cornerRadius: 12)
        return [.line(other, .faint, width: SignBoard.faintWidth)] + arrow.shapesWithSeam
    }
}
