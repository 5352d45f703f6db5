// Roundabouts are drawn counterclockwise, as traffic that keeps right drives them; clockwise is the mirror image.

extension SignShapes {
    /// A roundabout with the way through it, its other arms, and the number of the exit in its middle.
    func roundabout(_ exit: RoundaboutExit, _ rotation: Rotation, _ sign: Sign) -> [Shape] {
        let isMirrored = rotation == .clockwise
        func turned(_ degrees: Double) -> Double {
            let rest = (isMirrored ? -degrees : degrees).truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest
        }
        // Who leaves goes to the side of the rotation, whichever it is; the other names are of left and right.
        let nominal = exit == .leaving ? exit.nominalAngleDegrees : exit.nominalAngleDegrees.map(turned)
        let form = RoundaboutForm(exit, angle: sign.exitAngleDegrees.map(turned), nominal: nominal)
        let arms = sign.otherArmAnglesDegrees.map(turned)
        let (shapes, middle) =
            switch form {
            case .through(let degrees):
                Ring(exitDegrees: degrees, isLeaving: false, pens: pens).drawing(arms: arms)
            case .leaving(let degrees): Ring(exitDegrees: degrees, isLeaving: true, pens: pens).drawing(arms: arms)
            case .back: Keyhole(pens: pens).drawing
            case .around: Carousel(pens: pens).drawing
            }
        // Digits are never mirrored; their place is.
        let place = Point(isMirrored ? SignBoard.size - middle.point.x : middle.point.x, middle.point.y)
        let number = sign.exitNumber.map {
            ExitNumber(value: $0, center: place, radius: middle.radius).shapes
        }
        return (isMirrored ? shapes.mirrored : shapes) + (number ?? [])
    }
}

/// Which drawing a roundabout has. Angles are those of one that is driven counterclockwise.
private enum RoundaboutForm {
    /// In and out again.
    case through(Double)
    /// Out, by one who is on the ring already.
    case leaving(Double)
    /// Back to the road one came from: entry and exit lie side by side.
    case back
    /// In, and round: which exit is not known.
    case around

    /// Between the axes of entry and exit, where both are to be seen as two roads.
    static let leastFromEntryDegrees = 45.0

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
        } else if fromEntry < Self.leastFromEntryDegrees {
            // A way out right beside the way in is drawn a little off it, on its side.
            let isLater = fromEntry > 0 ? degrees > 180 : (nominal ?? 0) > 180
            self = .through(180 + (isLater ? Self.leastFromEntryDegrees : -Self.leastFromEntryDegrees))
        } else {
            self = .through(degrees)
        }
    }
}

/// Where the number of the exit finds room.
struct RoundaboutMiddle {
    var point: Point
    /// Free of ink.
    var radius: Double
}

extension Pens {
    /// For what has many lines close together: no broader than leaves room between them.
    var forRoundabouts: Pens {
        var pens = self
        pens.symbolWidth = min(pens.symbolWidth, 11)
        pens.faintWidth = min(pens.faintWidth, 6)
        pens.headWidth = min(pens.headWidth, 30)
        pens.headLength = min(pens.headLength, 20)
        pens.gap = min(pens.gap, 3.5)
        return pens
    }

    /// A shaft that ends in a head, with a seam around both where they cross what lies below.
    func arrow(_ shaft: Path, tip: Point, direction: Double) -> [Shape] {
        let head = Arrow.head(tip: tip, direction: direction, width: headWidth, length: headLength)
        let edge = if case .fill(let edge) = head.brush { edge } else { 0.0 }
        return [
            .line(shaft, .plate, width: symbolWidth + 2 * gap), .fill(head.path, .plate, edge: edge + 2 * gap),
            .line(shaft, width: symbolWidth), head,
        ]
    }
}
