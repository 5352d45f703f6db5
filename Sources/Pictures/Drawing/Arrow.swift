/// An arrow: a shaft of constant width along a line, and a head at its end.
struct Arrow {
    /// The points of the arrow, from its foot to its tip.
    var points: [Point]
    var cornerRadius: Double
    var width: Double
    var headWidth: Double
    var headLength: Double
    /// The width of the seam between the arrow and the shapes below it.
    var gap: Double

    /// Creates an arrow through points; sizes default to those of the pens.
    init(
        points: [Point], cornerRadius: Double = 12, pens: Pens = .standard, width: Double? = nil,
        headWidth: Double? = nil, headLength: Double? = nil
    ) {
        self.points = points
        self.cornerRadius = cornerRadius
        self.width = width ?? pens.symbolWidth
        self.headWidth = headWidth ?? pens.headWidth
        self.headLength = headLength ?? pens.headLength
        gap = pens.gap
    }

    /// The line of the shaft, which ends inside the head.
    private var shaft: Path {
        guard let tip = points.last else { return Path() }
        let neck = tip.moved(1.5 - headLength, towardsDegrees: direction)
        return Path(through: points.dropLast() + [neck], cornerRadius: cornerRadius)
    }

    private var direction: Double {
        guard points.count > 1 else { return 0 }
        return points[points.count - 2].directionDegrees(to: points[points.count - 1])
    }

    var shapes: [Shape] {
        guard let tip = points.last else { return [] }
        return [
            .line(shaft, width: width),
            Self.head(tip: tip, direction: direction, width: headWidth, length: headLength),
        ]
    }

    /// The arrow with a seam that separates it from the shapes below.
    var shapesWithSeam: [Shape] {
        [.line(shaft, .plate, width: width + 2 * gap)] + shapes
    }

    /// A triangle with slightly rounded corners.
    static func head(tip: Point, direction: Double, width: Double, length: Double) -> Shape {
        let edge = 3.0
        let base = tip.moved(-(length - edge / 2), towardsDegrees: direction)
        // The rounding stroke adds half its width outside the triangle, and more at the acute angle of the tip.
        let half = width / 2 - edge * 0.9
        return .fill(
            Path(closed: [
                tip.moved(-edge * 0.9, towardsDegrees: direction), base.moved(half, towardsDegrees: direction + 90),
                base.moved(half, towardsDegrees: direction - 90),
            ]), edge: edge)
    }
}
