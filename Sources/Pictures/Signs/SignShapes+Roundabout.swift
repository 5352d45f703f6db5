import Glibc

// Roundabouts are drawn counterclockwise, as traffic that keeps right drives them; clockwise is the mirror image.

extension [Shape] {
    /// A roundabout with the way through it, its other arms, and the number of the exit in its middle.
    static func roundabout(_ exit: RoundaboutExit, _ rotation: Rotation, _ sign: Sign) -> [Shape] {
        let isMirrored = rotation == .clockwise
        let angle = (sign.exitAngleDegrees ?? exit.nominalAngleDegrees).map { isMirrored ? -$0 : $0 }
        let arms = sign.otherArmAnglesDegrees.map { isMirrored ? -$0 : $0 }
        let ring = Ring(exitDegrees: angle.map(Ring.turned), isLeaving: exit == .leaving)
        let shapes = ring.surroundings(arms: arms.map(Ring.turned)) + ring.way
        let number = sign.exitNumber.map { ExitNumber(value: $0, center: Ring.center).shapes } ?? []
        // Digits are never mirrored.
        return (isMirrored ? shapes.mirrored : shapes) + number
    }
}

/// A counterclockwise roundabout. Angles are clockwise from straight across; the entry lies at 180.
private struct Ring {
    static let center = SignBoard.center
    static let radius = 18.5
    static let width = 9.0
    static let headWidth = 25.0
    static let headLength = 16.0
    /// From the middle to the tips of arrows, and to the ends of arms.
    static let reach = 43.0
    static let armReach = 37.0
    /// Radius of the bends between arms and ring.
    static let bend = 8.0

    /// Where it is left, 0..<360; `nil` where unknown.
    var exitDegrees: Double?
    /// Whether one is on the ring already.
    var isLeaving: Bool

    static func turned(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// Back to the road one came from: entry and exit lie side by side.
    private var isUTurn: Bool { !isLeaving && exitDegrees.map { abs($0 - 180) < 25 } ?? false }

    /// How much of the ring lies between entry and exit.
    private var sweepDegrees: Double {
        // Who leaves is on the ring already; a part of it shows where from.
        if isLeaving { return 115 }
        return exitDegrees.map { $0 < 180 ? 180 - $0 : 540 - $0 } ?? 0
    }

    /// The rest of the ring, and the arms that are not taken.
    func surroundings(arms: [Double]) -> [Shape] {
        let others = arms.filter { arm in
            ([180] + [exitDegrees].compactMap { $0 }).allSatisfy { abs(remainder($0 - arm, 360)) >= 20 }
        }
        // The road one came by is drawn faint, unless the way out lies over it.
        let isEntrySeen = isLeaving && exitDegrees.map { abs($0 - 180) >= 40 } ?? true
        var lines = (others + (isEntrySeen ? [180] : [])).map { arm in
            Path(open: [
                Self.center.moved(Self.radius, towardsDegrees: arm),
                Self.center.moved(Self.armReach, towardsDegrees: arm),
            ])
        }
        // Of a ring that is driven nearly whole only a crumb would be seen.
        if isLeaving || (!isUTurn && sweepDegrees < 300) {
            lines.append(Path(center: Self.center, radius: Self.radius))
        }
        return lines.map { .line($0, .faint, width: SignBoard.faintWidth) }
    }

    /// The way through it, with a seam where it crosses the ring.
    var way: [Shape] {
        guard let exitDegrees else { return openWay }
        if isUTurn { return uTurn }
        let bend = Bend(radius: Self.bend, ring: Self.radius, sweepDegrees: sweepDegrees)
        let driven = sweepDegrees - bend.offsetDegrees
        var path = isLeaving ? Path() : bend.entry(from: Self.reach)
        path.addArc(
            center: Self.center, radius: Self.radius, from: exitDegrees + driven,
            to: exitDegrees + bend.offsetDegrees)
        bend.addExit(atDegrees: exitDegrees, to: &path)
        let tip = Self.center.moved(Self.reach, towardsDegrees: exitDegrees)
        path.line(to: tip.moved(1.5 - Self.headLength, towardsDegrees: exitDegrees))
        return arrow(path, tip: tip, direction: exitDegrees)
    }

    /// In, and round: which exit is not known.
    private var openWay: [Shape] {
        let bend = Bend(radius: Self.bend, ring: Self.radius, sweepDegrees: 180)
        var path = bend.entry(from: Self.reach)
        let end = -70.0
        path.addArc(center: Self.center, radius: Self.radius, from: 180 - bend.offsetDegrees, to: end)
        // The head is straight, the ring is not: it points along the chord and stays over the ring, off the number.
        let neck = Self.center.moved(Self.radius + 2.5, towardsDegrees: end)
        let direction = neck.directionDegrees(to: Self.center.moved(Self.radius + 6, towardsDegrees: end - 40))
        let scale = 0.9
        let tip = neck.moved(Self.headLength * scale - 2, towardsDegrees: direction)
        return arrow(path, tip: tip, direction: direction, headScale: scale)
    }

    /// Entry and exit side by side below the ring.
    private var uTurn: [Shape] {
        let side = 9.5
        let height = Self.center.y + (pow(Self.radius + Self.bend, 2) - pow(side + Self.bend, 2)).squareRoot()
        let turn = asin((side + Self.bend) / (Self.radius + Self.bend)) * 180 / .pi
        let (right, left) = (
            Point(Self.center.x + side + Self.bend, height), Point(Self.center.x - side - Self.bend, height)
        )
        let foot = Self.center.y + Self.reach
        var path = Path(open: [Point(Self.center.x + side, foot)])
        path.addArc(center: right, radius: Self.bend, from: -90, to: -turn)
        path.addArc(center: Self.center, radius: Self.radius, from: 180 - turn, to: turn - 180)
        path.addArc(center: left, radius: Self.bend, from: turn, to: 90)
        let tip = Point(Self.center.x - side, foot)
        path.line(to: tip.moved(1.5 - Self.headLength * 0.9, towardsDegrees: 180))
        return arrow(path, tip: tip, direction: 180, headScale: 0.9)
    }

    private func arrow(_ shaft: Path, tip: Point, direction: Double, headScale: Double = 1) -> [Shape] {
        [
            .line(shaft, .plate, width: Self.width + 2 * SignBoard.gap),
            .line(shaft, width: Self.width),
            Arrow.head(
                tip: tip, direction: direction, width: Self.headWidth * headScale,
                length: Self.headLength * headScale),
        ]
    }
}

/// The bend by which an arm passes into the ring: a circle that touches both.
private struct Bend {
    /// Its radius.
    let radius: Double
    /// Radius of the ring.
    let ring: Double
    /// From the arm to where the bend meets the ring.
    let offsetDegrees: Double

    /// A bend that leaves room for a second one within the sweep.
    init(radius: Double, ring: Double, sweepDegrees: Double) {
        let widest = sin(max(1, sweepDegrees / 2 - 1) * .pi / 180)
        let sine = min(radius / (ring + radius), widest)
        self.radius = ring * sine / (1 - sine)
        self.ring = ring
        offsetDegrees = asin(sine) * 180 / .pi
    }

    /// The entry at 180, from a distance of the middle until the ring.
    func entry(from distance: Double) -> Path {
        let middle = Ring.center.moved(ring + radius, towardsDegrees: 180 - offsetDegrees)
        var path = Path(open: [Ring.center.moved(distance, towardsDegrees: 180)])
        path.addArc(center: middle, radius: radius, from: -90, to: -offsetDegrees)
        return path
    }

    /// From the ring into an arm.
    func addExit(atDegrees degrees: Double, to path: inout Path) {
        let middle = Ring.center.moved(ring + radius, towardsDegrees: degrees + offsetDegrees)
        path.addArc(center: middle, radius: radius, from: degrees + offsetDegrees - 180, to: degrees - 90)
    }
}
