import Glibc

/// A U-turn at a roundabout: entry and exit are side by side below the ring.
struct UTurnRoundabout {
    private static let center = Point(48, 35.5)
    private static let radius = 23.0
    private static let bend = 8.0
    private static let foot = SignBoard.size - 6

    private let pens: Pens

    init(pens: Pens) { self.pens = pens.forRoundabouts }

    var drawing: ([Shape], RoundaboutMiddle) {
        // The head does not touch the road next to it.
        let side = (pens.headWidth / 2 + pens.symbolWidth / 2 + pens.gap) / 2
        let (reach, half) = (Self.radius + Self.bend, side + Self.bend)
        let height = Self.center.y + (reach * reach - half * half).squareRoot()
        let turn = asin(half / reach) * 180 / .pi
        var path = Path(open: [Point(Self.center.x + side, Self.foot)])
        path.addArc(center: Point(Self.center.x + half, height), radius: Self.bend, from: -90, to: -turn)
        path.addArc(center: Self.center, radius: Self.radius, from: 180 - turn, to: turn - 180)
        path.addArc(center: Point(Self.center.x - half, height), radius: Self.bend, from: turn, to: 90)
        let tip = Point(Self.center.x - side, Self.foot)
        path.line(to: tip.moved(1.5 - pens.headLength, towardsDegrees: 180))
        return (
            pens.arrow(path, tip: tip, direction: 180),
            RoundaboutMiddle(point: Self.center, radius: Self.radius - pens.symbolWidth / 2)
        )
    }
}
