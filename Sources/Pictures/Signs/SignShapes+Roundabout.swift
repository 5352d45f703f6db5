// Roundabouts are drawn counterclockwise, as in right-hand traffic; clockwise ones are mirror images.

extension SignShapes {
    /// A roundabout with the route through it, its other arms, and the number of the exit in its middle.
    func roundabout(_ exit: RoundaboutExit, _ rotation: Rotation, _ sign: Sign) -> [Shape] {
        let isMirrored = rotation == .clockwise
        func turned(_ degrees: Double) -> Double {
            let rest = (isMirrored ? -degrees : degrees).truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest
        }
        // Leaving is relative to the rotation; the other exits are relative to left and right.
        let nominal = exit == .leaving ? exit.nominalAngleDegrees : exit.nominalAngleDegrees.map(turned)
        let form = RoundaboutForm(exit, angle: sign.exitAngleDegrees.map(turned), nominal: nominal)
        let arms = sign.otherArmAnglesDegrees.map(turned)
        let (shapes, middle) =
            switch form {
            case .through(let degrees):
                Ring(exitDegrees: degrees, isLeaving: false, pens: pens).drawing(arms: arms)
            case .leaving(let degrees): Ring(exitDegrees: degrees, isLeaving: true, pens: pens).drawing(arms: arms)
            case .back: UTurnRoundabout(pens: pens).drawing
            case .around: UnknownExitRoundabout(pens: pens).drawing
            }
        // The position of the digits is mirrored, the digits are not.
        let place = Point(isMirrored ? SignBoard.size - middle.point.x : middle.point.x, middle.point.y)
        let number = sign.exitNumber.map {
            ExitNumber(value: $0, center: place, radius: middle.radius).shapes
        }
        return (isMirrored ? shapes.mirrored : shapes) + (number ?? [])
    }
}

/// The form of the drawing of a roundabout. Angles are for counterclockwise traffic.
private enum RoundaboutForm {
    /// From the entry to an exit.
    case through(Double)
    /// From the ring to an exit.
    case leaving(Double)
    /// Back to the road of the entry, with entry and exit side by side.
    case back
    /// Into the ring, with an unknown exit.
    case around

    /// The minimum angle between the axes of entry and exit at which they look like two roads.
    static let minFromEntryDegrees = 45.0

    init(_ exit: RoundaboutExit, angle: Double?, nominal: Double?) {
        guard let degrees = angle ?? nominal else {
            self = .around
            return
        }
        let fromEntry = abs(degrees - 180)
        if exit == .leaving {
            self = .leaving(degrees)
        } else if exit == .uTurn ? fromEntry < 45 : (fromEntry < 25 && exit != .sharpLeft && exit != .sharpRight) {
            self = .back
        } else if fromEntry < Self.minFromEntryDegrees {
            // An exit right next to the entry is moved away from it, on its side.
            let isLater = fromEntry > 0 ? degrees > 180 : (nominal ?? 0) > 180
            self = .through(180 + (isLater ? Self.minFromEntryDegrees : -Self.minFromEntryDegrees))
        } else {
            self = .through(degrees)
        }
    }
}

/// The space for the number of the exit.
struct RoundaboutMiddle {
    var point: Point
    /// The radius of the space.
    var radius: Double
}

extension Pens {
    /// The pens limited to the space between the lines of a roundabout.
    var forRoundabouts: Pens {
        var pens = self
        pens.symbolWidth = min(pens.symbolWidth, 11)
        pens.faintWidth = min(pens.faintWidth, 6)
        pens.headWidth = min(pens.headWidth, 30)
        pens.headLength = min(pens.headLength, 20)
        pens.gap = min(pens.gap, 3.5)
        return pens
    }

    /// An arrow of a shaft and a head, with a seam around both where they cross lower shapes.
    func arrow(_ shaft: Path, tip: Point, direction: Double) -> [Shape] {
        let head = Arrow.head(tip: tip, direction: direction, width: headWidth, length: headLength)
        let edge = if case .fill(let edge) = head.brush { edge } else { 0.0 }
        return [
            .line(shaft, .plate, width: symbolWidth + 2 * gap), .fill(head.path, .plate, edge: edge + 2 * gap),
            .line(shaft, width: symbolWidth), head,
        ]
    }
}
