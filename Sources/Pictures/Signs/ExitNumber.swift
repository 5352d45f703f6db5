/// The number of a roundabout exit, drawn with lines, so that a sign needs no font.
struct ExitNumber {
    /// The number, 1...99.
    var value: Int
    var center: Point
    /// The radius of the circle that the number fills.
    var radius: Double

    var shapes: [Shape] {
        let digits = value < 10 ? [value] : [value / 10 % 10, value % 10]
        // Digits have round corners, so they can extend nearly to the circle.
        let height = radius * (digits.count == 1 ? 1.22 : 1.02)
        let width = radius * (digits.count == 1 ? 0.25 : 0.21)
        let advance = height / 2 + width + radius * 0.12
        return digits.enumerated().map { index, digit in
            let shift = (Double(index) - Double(digits.count - 1) / 2) * advance
            let path = Self.path(of: digit).mapped { point in
                Point(center.x + shift + (point.x - 0.25) * height, center.y + (point.y - 0.5) * height)
            }
            return .line(path, width: width, isRoundEnded: true)
        }
    }

    /// A digit in a box of width 0.5 and height 1.
    private static func path(of digit: Int) -> Path {
        let (upper, lower) = (Point(0.25, 0.24), Point(0.25, 0.72))
        var path = Path()
        switch digit {
        case 1: path = Path(open: [Point(0.1, 0.18), Point(0.3, 0), Point(0.3, 1)])
        case 2:
            path.addArc(center: Point(0.25, 0.25), radius: 0.25, from: -80, to: 120)
            path.line(to: Point(0, 1))
            path.line(to: Point(0.52, 1))
        case 3:
            path.addArc(center: upper, radius: 0.24, from: -75, to: 180)
            path.addArc(center: lower, radius: 0.28, from: 0, to: 255)
        case 4: path = Path(open: [Point(0.4, 1), Point(0.4, 0), Point(-0.04, 0.7), Point(0.56, 0.7)])
        case 5:
            path = Path(open: [Point(0.48, 0), Point(0.08, 0), Point(0.04, 0.44)])
            path.addArc(center: Point(0.22, 0.7), radius: 0.3, from: -40, to: 240)
        case 6:
            path = Path(center: lower, radius: 0.28)
            path.move(to: Point(0.4, 0))
            path.elements.append(.curve(Point(0.15, 0.15), Point(-0.03, 0.42), Point(-0.03, 0.72)))
        case 7: path = Path(open: [Point(0, 0), Point(0.5, 0), Point(0.17, 1)])
        case 8:
            path = Path(center: upper, radius: 0.24)
            path.elements += Path(center: lower, radius: 0.28).elements
        case 9:
            path = Path(center: Point(0.25, 0.28), radius: 0.28)
            path.move(to: Point(0.1, 1))
            path.elements.append(.curve(Point(0.35, 0.85), Point(0.53, 0.58), Point(0.53, 0.28)))
        default: path = Path(x: 0, y: 0, width: 0.5, height: 1, cornerRadius: 0.25)
        }
        return path
    }
}
