import Glibc

// The pictures of road maneuvers.

extension SignShapes {
    /// A position mark without a direction.
    var neutral: [Shape] {
        [
            .line(Path(center: SignBoard.center, radius: 28), width: pens.symbolWidth * 0.7),
            .fill(Path(center: SignBoard.center, radius: 8.5)),
        ]
    }

    /// An arrow that bends to the right by an angle up to 180 degrees.
    func turn(_ degrees: Double) -> [Shape] {
        let bend = BentArrow(degrees: degrees, pens: pens)
        var shaft = Path(open: [Point(0, 0), Point(0, -bend.stem)])
        shaft.addArc(center: Point(bend.radius, -bend.stem), radius: bend.radius, from: -90, to: degrees - 90)
        let end = Point(bend.radius, -bend.stem).moved(bend.radius, towardsDegrees: degrees - 90)
        let tip = end.moved(bend.leg, towardsDegrees: degrees)
        shaft.line(to: tip.moved(1.5 - pens.headLength, towardsDegrees: degrees))
        return [
            .line(shaft, width: pens.symbolWidth),
            Arrow.head(tip: tip, direction: degrees, width: pens.headWidth, length: pens.headLength),
        ]
    }

    /// Two roads that become one.
    var merge: [Shape] {
        let joining = Path(through: [Point(24, 87), Point(24, 74), Point(48, 50), Point(48, 36)], cornerRadius: 14)
        let other = [Shape.line(joining, width: pens.symbolWidth)]
        return other + other.mirrored + Arrow(points: [Point(48, 46), Point(48, 9)], pens: pens).shapes
    }

    /// A change to the road on the right: a merge, or an exit by a ramp.
    var mergeRight: [Shape] {
        let (left, right) = (31.0, 65.0)
        let arrow = Arrow(
            points: [Point(left, 86), Point(left, 68), Point(right, 42), Point(right, 10)], cornerRadius: 14,
            pens: pens)
        return [
            .line(Path(open: [Point(left, 86), Point(left, 10)]), .faint, width: pens.faintWidth),
            .line(Path(open: [Point(right, 86), Point(right, 40)]), .faint, width: pens.faintWidth),
        ] + arrow.shapesWithSeam
    }

    /// One road that becomes two, with an arrow to the right one.
    func fork(_ degrees: Double) -> [Shape] {
        let (foot, parting) = (Point(0, 0), Point(0, -34))
        let other = Path(
            through: [foot, parting, parting.moved(47, towardsDegrees: -30)], cornerRadius: 10)
        let arrow = Arrow(
            points: [foot, parting, parting.moved(50, towardsDegrees: degrees)], cornerRadius: 10, pens: pens)
        return [.line(other, .faint, width: pens.faintWidth)] + arrow.shapesWithSeam
    }
}

/// The measures of a bent arrow: a straight stem, an arc, and a straight leg that ends in the head.
private struct BentArrow {
    var stem: Double
    var radius: Double
    var leg: Double

    init(degrees: Double, pens: Pens) {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        switch degrees {
        case ...90:
            // The tip moves on a circle around the corner; the height is constant until the leg is horizontal.
            radius = 14
            leg = 52 - radius * tan(degrees * .pi / 360)
            stem = 76 - 13 * sine - radius * sine - leg * cosine
            stem = min(stem, 36)
        case ..<130:
            (radius, leg, stem) = (14, 38, 40)
        case ..<180:
            // The distance of leg and stem keeps the head clear of the stem.
            leg = 44
            let free = pens.symbolWidth / 2 + pens.gap + 2 - pens.headWidth / 2 * cosine
            radius = max(8, (free - (leg - pens.headLength) * sine) / (1 - cosine))
            stem = 72 - radius - pens.symbolWidth / 2
        default:
            radius = max(17, (pens.symbolWidth + pens.headWidth) / 4 + pens.gap)
            stem = 76 - radius - pens.symbolWidth / 2
            leg = stem - 7
        }
    }
}
