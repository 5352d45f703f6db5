import Glibc

/// A roundabout with an unknown exit: three arrows in a circle, as on the traffic sign.
struct UnknownExitRoundabout {
    private static let radius = 28.0

    private let pens: Pens

    init(pens: Pens) { self.pens = pens.forRoundabouts }

    var drawing: ([Shape], RoundaboutMiddle) {
        let head = pens.headLength / Self.radius * 180 / .pi
        let gap = (pens.gap + 3) / Self.radius * 180 / .pi
        let shapes = [0.0, 120, 240].flatMap { tip -> [Shape] in
            var arc = Path()
            arc.addArc(
                center: SignBoard.center, radius: Self.radius, from: tip + 120 - gap - 6, to: tip + head - 4)
            // The axis of the straight head on the curved shaft is the chord between neck and tip.
            let (neck, end) = (
                SignBoard.center.moved(Self.radius, towardsDegrees: tip + head),
                SignBoard.center.moved(Self.radius - 1, towardsDegrees: tip)
            )
            let direction = neck.directionDegrees(to: end)
            return [
                .line(arc, width: pens.symbolWidth),
                Arrow.head(tip: end, direction: direction, width: pens.headWidth * 0.9, length: pens.headLength),
            ]
        }
        return (shapes, RoundaboutMiddle(point: SignBoard.center, radius: 14))
    }
}
