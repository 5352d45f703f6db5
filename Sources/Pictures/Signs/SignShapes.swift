/// Draws signs with given pens. Pictures to the right are drawn; those to the left are their mirror images.
struct SignShapes {
    var pens: Pens

    /// The shapes of a sign, the lowest first.
    func shapes(of sign: Sign) -> [Shape] {
        let degrees = sign.turnAngleDegrees?.magnitude ?? 0
        return switch sign.picture {
        case .neutral: neutral
        case .straight: Arrow(points: [Point(48, 86), Point(48, 10)], pens: pens).shapes
        case .turn(let side), .slightTurn(let side), .sharpTurn(let side): turn(degrees).centered.facing(side)
        case .uTurn(let rotation): turn(180).centered.facing(rotation == .clockwise ? .right : .left)
        case .merge: merge
        case .mergeTo(let side): mergeRight.facing(side)
        case .fork(let side): fork(degrees).centered.facing(side)
        case .destination: flag(left: 24, cell: 12.5).centered
        case .destinationAt(let side): destinationRight.centered.facing(side)
        case .ferryBoat: ferryBoat
        case .ferryTrain: ferryTrain
        case .roundabout(let exit, let rotation): roundabout(exit, rotation, sign)
        }
    }
}

extension [Shape] {
    /// The shapes, mirrored for the left side.
    fileprivate func facing(_ side: PictureSide) -> [Shape] { side == .right ? self : mirrored }
}
