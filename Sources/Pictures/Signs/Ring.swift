import Glibc

/// A counterclockwise roundabout that is left by one of its arms. Angles are clockwise from straight across; the entry
/// lies at 180.
struct Ring {
    /// From the middle to the ends of arms that are not taken.
    private static let armReach = 37.5
    /// From the middle to the tip of the arrow.
    private static let tipReach = 47.0
    /// The ring lies off the middle of the board by this, so that the arrow has room.
    private static let shift = 4.0
    /// Where the road that is come by ends, in the board's units.
    private static let foot = SignBoard.size - 5
    /// Inside the ring there is room for a number of this radius.
    private static let middle = 15.0
    /// Radius of the bends between arms and ring.
    private static let bend = 8.0

    private let pens: Pens
    private let exitDegrees: Double
    /// Whether one is on the ring already.
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

    /// All of it, and where the number goes.
    func drawing(arms: [Double]) -> ([Shape], RoundaboutMiddle) {
        (surroundings(arms: arms) + way, RoundaboutMiddle(point: center, radius: Self.middle))
    }

    /// How much of the ring lies between entry and exit.
    private var sweepDegrees: Double {
        // Who leaves is on the ring already; a part of it shows where from.
        if isLeaving { return 115 }
        return exitDegrees < 180 ? 180 - exitDegrees : 540 - exitDegrees
    }

    /// The rest of the ring, and the arms that are not taken.
    private func surroundings(arms: [Double]) -> [Shape] {
        var lines = others(arms).map { arm in
            Path(open: [
                center.moved(radius, towardsDegrees: arm), center.moved(Self.armReach, towardsDegrees: arm),
            ])
        }
        // The road one came by is drawn faint, unless the way out lies over it.
        if isLeaving && abs(exitDegrees - 180) >= 40 {
            lines.append(Path(open: [Point(center.x, center.y + radius), Point(center.x, Self.foot)]))
        }
        // Of a ring that is driven nearly whole only a crumb would be seen.
        if isLeaving || sweepDegrees < 300 { lines.append(Path(center: center, radius: radius)) }
        return lines.map { .line($0, .faint, width: pens.faintWidth) }
    }

    /// The other arms, apart from the way and from each other.
    func others(_ arms: [Double]) -> [Double] {
        let apart = arms.compactMap { self.apart($0, from: 180, by: Self.leastFromEntryDegrees) }
            .compactMap { self.apart($0, from: exitDegrees, by: Self.leastFromExitDegrees) }
            // Between entry and exit there may be no room: what was moved off one would lie under the other.
            .filter { abs(remainder($0 - 180, 360)) >= Self.leastFromEntryDegrees }
        var kept: [Double] = []
        for arm in apart.sorted() where kept.allSatisfy({ abs(remainder($0 - arm, 360)) >= 15 }) { kept.append(arm) }
        return kept
    }

    /// An arrow's head is broader than the road one came by.
    static let leastFromEntryDegrees = 25.0
    static let leastFromExitDegrees = 38.0

    /// An arm moved off a part of the way that would cover it, to the side where it lies; `nil` where it is part of it.
    private func apart(_ arm: Double, from way: Double, by leastDegrees: Double) -> Double? {
        let distance = remainder(arm - way, 360)
        guard abs(distance) >= 15 else { return nil }
        return abs(distance) >= leastDegrees ? arm : way + (distance < 0 ? -leastDegrees : leastDegrees)
    }

    /// The way through it.
    private var way: [Shape] {
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

/// The bend by which an arm passes into the ring: a circle that touches both.
private struct Bend {
    /// Its radius.
    let radius: Double
    /// From the arm to where the bend meets the ring.
    let offsetDegrees: Double

    /// A bend that leaves room for a second one within the sweep.
    init(radius: Double, ring: Double, sweepDegrees: Double) {
        let widest = sin(min(90, max(1, sweepDegrees / 2 - 1)) * .pi / 180)
        let sine = min(radius / (ring + radius), widest)
        self.radius = ring * sine / (1 - sine)
        offsetDegrees = asin(sine) * 180 / .pi
    }
}
