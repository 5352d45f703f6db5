import Glibc

/// A counterclockwise roundabout with a highlighted exit. Angles are clockwise from straight ahead; the entry is at
/// 180.
struct Ring {
    /// The distance from the centre to the ends of the other arms.
    private static let armReach = 37.5
    /// The distance from the centre to the tip of the arrow.
    private static let tipReach = 47.0
    /// The offset of the ring from the centre of the board, for the arrow.
    private static let shift = 4.0
    /// The lower end of the entry road, in units of the board.
    private static let foot = SignBoard.size - 5
    /// The radius of the space for the number inside the ring.
    private static let middle = 15.0
    /// The radius of the bends between arms and ring.
    private static let bend = 8.0

    private let pens: Pens
    private let exitDegrees: Double
    /// Whether the vehicle is already on the ring.
    private let isLeaving: Bool
    private let center: Point
    private let radius: Double

    init(exitDegrees: Double, isLeaving: Bool, pens: Pens) {
        self.pens = pens.forRoundabouts
        self.exitDegrees = exitDegrees
        self.isLeaving = isLeaving
        center = SignBoard.center.moved(-Self.shift, towardsDegrees: exitDegrees)
        radius = Self.middle + self.pens.symbolWidth / 2
    }

    /// The shapes, and the space for the number.
    func drawing(arms: [Double]) -> ([Shape], RoundaboutMiddle) {
        (surroundings(arms: arms) + routeShapes, RoundaboutMiddle(point: center, radius: Self.middle))
    }

    /// The part of the ring between entry and exit, degrees.
    private var sweepDegrees: Double {
        // A vehicle on the ring comes from a part of it.
        if isLeaving { return 115 }
        return exitDegrees < 180 ? 180 - exitDegrees : 540 - exitDegrees
    }

    /// The rest of the ring and the other arms.
    private func surroundings(arms: [Double]) -> [Shape] {
        var lines = others(arms).map { arm in
            Path(open: [
                center.moved(radius, towardsDegrees: arm), center.moved(Self.armReach, towardsDegrees: arm),
            ])
        }
        // The entry road is faint, unless the exit covers it.
        if isLeaving && abs(exitDegrees - 180) >= 40 {
            lines.append(Path(open: [Point(center.x, center.y + radius), Point(center.x, Self.foot)]))
        }
        // Next to a nearly complete turn, the rest of the ring would be a speck.
        if isLeaving || sweepDegrees < 300 { lines.append(Path(center: center, radius: radius)) }
        return lines.map { .line($0, .faint, width: pens.faintWidth) }
    }

    /// The other arms, separated from the route and from each other.
    func others(_ arms: [Double]) -> [Double] {
        let apart = arms.compactMap { self.apart($0, from: 180, by: Self.minFromEntryDegrees) }
            .compactMap { self.apart($0, from: exitDegrees, by: Self.minFromExitDegrees) }
            // An arm moved away from the exit may overlap the entry.
            .filter { abs(remainder($0 - 180, 360)) >= Self.minFromEntryDegrees }
        var kept: [Double] = []
        for arm in apart.sorted() where kept.allSatisfy({ abs(remainder($0 - arm, 360)) >= 15 }) { kept.append(arm) }
        return kept
    }

    /// The minimum distance of an arm from the entry; that from the exit is larger, because the arrow head is wider.
    static let minFromEntryDegrees = 25.0
    static let minFromExitDegrees = 38.0

    /// The angle of an arm, moved away from a part of the route that would cover it; `nil` if it coincides with that
    /// part.
    private func apart(_ arm: Double, from other: Double, by minDegrees: Double) -> Double? {
        let distance = remainder(arm - other, 360)
        guard abs(distance) >= 15 else { return nil }
        return abs(distance) >= minDegrees ? arm : other + (distance < 0 ? -minDegrees : minDegrees)
    }

    /// The route through the roundabout.
    private var routeShapes: [Shape] {
        let bend = Bend(radius: Self.bend, ring: radius, sweepDegrees: sweepDegrees)
        let driven = sweepDegrees - bend.offsetDegrees
        var path = Path()
        if !isLeaving {
            path.move(to: Point(center.x, Self.foot))
            let middle = center.moved(radius + bend.radius, towardsDegrees: 180 - bend.offsetDegrees)
            path.addArc(center: middle, radius: bend.radius, from: -90, to: -bend.offsetDegrees)
        }
        path.addArc(
            center: center, radius: radius, from: exitDegrees + driven, to: exitDegrees + bend.offsetDegrees)
        let middle = center.moved(radius + bend.radius, towardsDegrees: exitDegrees + bend.offsetDegrees)
        path.addArc(
            center: middle, radius: bend.radius, from: exitDegrees + bend.offsetDegrees - 180, to: exitDegrees - 90)
        let tip = center.moved(Self.tipReach, towardsDegrees: exitDegrees)
        path.line(to: tip.moved(1.5 - pens.headLength, towardsDegrees: exitDegrees))
        return pens.arrow(path, tip: tip, direction: exitDegrees)
    }
}

/// The bend between an arm and the ring: a circle that touches both.
private struct Bend {
    /// The radius of the bend.
    let radius: Double
    /// The angle from the arm to the point where the bend meets the ring.
    let offsetDegrees: Double

    /// Creates a bend that leaves space for a second one within the sweep.
    init(radius: Double, ring: Double, sweepDegrees: Double) {
        let widest = sin(min(90, max(1, sweepDegrees / 2 - 1)) * .pi / 180)
        let sine = min(radius / (ring + radius), widest)
        self.radius = ring * sine / (1 - sine)
        offsetDegrees = asin(sine) * 180 / .pi
    }
}
