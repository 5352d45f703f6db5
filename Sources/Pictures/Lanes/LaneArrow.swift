import Glibc
import NavigationEvents

/// One arrow of a lane, drawn to the right of the stem at x = 0; arrows to the left are mirror images.
struct LaneArrow {
    /// The lower end of every stem.
    static let foot = 87.0
    static let top = 9.0
    static let slightDegrees = 38.0
    static let sharpDegrees = 142.0

    private let pens: Pens
    private let shaft: Path
    private let tip: Point
    private let direction: Double

    /// Creates an arrow; `y` is the upper end of the part that leaves the stem.
    init(_ shape: LaneShape, at y: Double, pens: Pens) {
        self.pens = pens
        let foot = Point(0, Self.foot)
        let reach = Self.reach(of: shape, pens: pens)
        switch shape {
        case .slightLeft, .slightRight:
            (tip, direction) = (Point(reach, y), Self.slightDegrees)
            let corner = Point(0, y + reach / tan(Self.slightDegrees * .pi / 180))
            shaft = Path(through: [foot, corner, tip], cornerRadius: 10)
        case .normalLeft, .normalRight:
            let axis = y + pens.headWidth / 2
            (tip, direction) = (Point(reach, axis), 90)
            shaft = Path(through: [foot, Point(0, axis), tip], cornerRadius: 9)
        case .sharpLeft, .sharpRight:
            let corner = Point(0, y)
            (tip, direction) = (
                corner.moved(Self.sharpLength(pens), towardsDegrees: Self.sharpDegrees), Self.sharpDegrees
            )
            shaft = Path(through: [foot, corner, tip], cornerRadius: 6)
        case .uTurnLeft, .uTurnRight:
            let radius = Self.uTurnRadius(pens)
            let center = Point(radius, y + pens.symbolWidth / 2 + radius)
            (tip, direction) = (Point(2 * radius, max(center.y + pens.headLength, min(center.y + 34, Self.foot))), 180)
            var path = Path(open: [foot])
            path.addArc(center: center, radius: radius, from: -90, to: 90)
            path.line(to: tip)
            shaft = path
        case .straight, .unknown:
            (tip, direction) = (Point(0, Self.top), 0)
            shaft = Path(open: [foot, tip])
        }
    }

    /// The arrow as thick lines with a filled head.
    var bold: [Shape] {
        [
            .line(cut(by: pens.headLength - 1.5), width: pens.symbolWidth),
            Arrow.head(tip: tip, direction: direction, width: pens.headWidth, length: pens.headLength),
        ]
    }

    /// The arrow as thin lines with an open head.
    var thin: [Shape] {
        let end = tip.moved(-pens.faintWidth * 0.7, towardsDegrees: direction)
        let barb = pens.headWidth * 0.4
        let head = Path(open: [
            end.moved(barb, towardsDegrees: direction + 138), end, end.moved(barb, towardsDegrees: direction - 138),
        ])
        return [
            .line(cut(by: pens.faintWidth * 0.7), .faint, width: pens.faintWidth),
            .line(head, .faint, width: pens.faintWidth, isRoundEnded: true),
        ]
    }

    /// The shaft, shortened at the tip.
    private func cut(by length: Double) -> Path {
        var path = shaft
        _ = path.elements.popLast()
        path.line(to: tip.moved(-length, towardsDegrees: direction))
        return path
    }

    /// The extent of an arrow from the axis of the stem to its side; straight arrows extend to both sides.
    static func reach(of shape: LaneShape, pens: Pens) -> Double {
        let (half, head, length) = (pens.symbolWidth / 2, pens.headWidth / 2, pens.headLength)
        // The barb next to the stem does not touch it.
        let free = half + 2.5
        switch shape {
        case .unknown, .straight: return head
        case .slightLeft, .slightRight:
            let (sine, cosine) = sineAndCosine(slightDegrees)
            return free + length * sine + head * cosine
        case .normalLeft, .normalRight: return half + length + 6
        case .sharpLeft, .sharpRight: return sharpLength(pens) * sineAndCosine(sharpDegrees).sine + 1
        case .uTurnLeft, .uTurnRight: return 2 * uTurnRadius(pens) + head
        }
    }

    /// The height of the part of an arrow that leaves the stem.
    static func height(of shape: LaneShape, pens: Pens) -> Double {
        switch shape {
        case .slightLeft, .slightRight:
            let (sine, cosine) = sineAndCosine(slightDegrees)
            return pens.headLength * cosine + pens.headWidth / 2 * sine
        case .normalLeft, .normalRight: return pens.headWidth
        case .sharpLeft, .sharpRight: return sharpLength(pens) * -sineAndCosine(sharpDegrees).cosine
        case .uTurnLeft, .uTurnRight: return pens.symbolWidth / 2 + uTurnRadius(pens) + pens.headLength + 2
        case .straight, .unknown: return 0
        }
    }

    private static func uTurnRadius(_ pens: Pens) -> Double {
        (pens.symbolWidth / 2 + 2.5 + pens.headWidth / 2) / 2
    }

    /// The distance from the corner to the tip.
    private static func sharpLength(_ pens: Pens) -> Double {
        let (sine, cosine) = sineAndCosine(sharpDegrees)
        return pens.headLength + (pens.symbolWidth / 2 + 2.5 - pens.headWidth / 2 * cosine) / sine
    }

    private static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
}
