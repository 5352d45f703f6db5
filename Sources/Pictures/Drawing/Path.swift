import Glibc
import NavigationEvents

/// A point on the board of a picture, in units, y downwards.
public struct Point: Hashable, Sendable {
    /// The distance to the right.
    public var x: Double
    /// The distance downwards.
    public var y: Double

    /// Creates a point.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The point at a distance in a direction, degrees clockwise from up.
    func moved(_ distance: Double, towardsDegrees degrees: Double) -> Point {
        let radians = degrees * .pi / 180
        return Point(x + distance * sin(radians), y - distance * cos(radians))
    }

    /// The direction to another point, degrees clockwise from up.
    func directionDegrees(to other: Point) -> Double { atan2(other.x - x, y - other.y) * 180 / .pi }

    func distance(to other: Point) -> Double { hypot(other.x - x, other.y - y) }
}

/// A path of straight lines and Bézier curves.
public struct Path: Hashable, Sendable {
    /// An element of a path.
    public enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    /// The elements in order.
    public var elements: [Element] = []

    /// Creates an empty path.
    public init() {}

    /// Creates a polygon.
    init(closed points: [Point]) {
        self.init(open: points)
        elements.append(.close)
    }

    /// Creates a polyline.
    init(open points: [Point]) {
        elements = points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
    }

    /// Creates a polyline with rounded corners, as a vehicle drives them.
    init(through points: [Point], cornerRadius: Double) {
        guard let first = points.first, let last = points.last else { return }
        elements = [.move(first)]
        for (before, (corner, after)) in zip(points, zip(points.dropFirst(), points.dropFirst(2))) {
            addCorner(before, corner, after, radius: cornerRadius)
        }
        elements.append(.line(last))
    }

    /// Creates a rectangle with rounded corners.
    package init(x: Double, y: Double, width: Double, height: Double, cornerRadius radius: Double) {
        let (right, bottom) = (x + width, y + height)
        elements = [.move(Point(x + radius, y))]
        addArc(center: Point(right - radius, y + radius), radius: radius, from: 0, to: 90)
        addArc(center: Point(right - radius, bottom - radius), radius: radius, from: 90, to: 180)
        addArc(center: Point(x + radius, bottom - radius), radius: radius, from: 180, to: 270)
        addArc(center: Point(x + radius, y + radius), radius: radius, from: 270, to: 360)
        elements.append(.close)
    }

    /// Creates a circle.
    init(center: Point, radius: Double) {
        elements = [.move(center.moved(radius, towardsDegrees: 0))]
        addArc(center: center, radius: radius, from: 0, to: 360)
        elements.append(.close)
    }

    mutating func move(to point: Point) { elements.append(.move(point)) }

    mutating func line(to point: Point) { elements.append(.line(point)) }

    /// Adds a straight line to the beginning of an arc, and the arc.
    ///
    /// - Parameters:
    ///   - center: The centre of the circle.
    ///   - radius: Its radius.
    ///   - from: The angle of the beginning, degrees clockwise from up.
    ///   - to: The angle of the end. The arc is clockwise if it is greater than `from`.
    mutating func addArc(center: Point, radius: Double, from: Double, to: Double) {
        let begin = center.moved(radius, towardsDegrees: from)
        elements.append(elements.isEmpty ? .move(begin) : .line(begin))
        let pieces = min(max(1, Int(clamping: ((to - from).magnitude / 45).rounded(.up))), 16)
        let sweep = (to - from) / Double(pieces)
        let handle = 4 / 3 * tan(sweep * .pi / 180 / 4) * radius
        for piece in 0..<pieces {
            let (start, end) = (from + Double(piece) * sweep, from + Double(piece + 1) * sweep)
            let (p0, p3) = (
                center.moved(radius, towardsDegrees: start), center.moved(radius, towardsDegrees: end)
            )
            elements.append(
                .curve(
                    p0.moved(handle, towardsDegrees: start + 90), p3.moved(-handle, towardsDegrees: end + 90), p3))
        }
    }

    private mutating func addCorner(_ before: Point, _ corner: Point, _ after: Point, radius: Double) {
        let (incoming, outgoing) = (before.directionDegrees(to: corner), corner.directionDegrees(to: after))
        let turn = abs(remainder(outgoing - incoming, 360)) * .pi / 180
        let wanted = radius * tan(turn / 2)
        let tangent = min(wanted, before.distance(to: corner), corner.distance(to: after))
        guard tangent > 0.01 else { return elements.append(.line(corner)) }
        let handle = 4 / 3 * tan(turn / 4) * radius * tangent / wanted
        let (begin, end) = (
            corner.moved(-tangent, towardsDegrees: incoming), corner.moved(tangent, towardsDegrees: outgoing)
        )
        elements.append(.line(begin))
        elements.append(
            .curve(begin.moved(handle, towardsDegrees: incoming), end.moved(-handle, towardsDegrees: outgoing), end))
    }
}

extension Path {
    /// The path with every point transformed by a function.
    func mapped(_ rule: (Point) -> Point) -> Path {
        var path = Path()
        path.elements = elements.map { element in
            switch element {
            case .move(let point): .move(rule(point))
            case .line(let point): .line(rule(point))
            case .curve(let first, let second, let end): .curve(rule(first), rule(second), rule(end))
            case .close: .close
            }
        }
        return path
    }

    /// All points, including the control points of curves.
    var points: [Point] {
        elements.flatMap { element -> [Point] in
            switch element {
            case .move(let point), .line(let point): [point]
            case .curve(let first, let second, let end): [first, second, end]
            case .close: []
            }
        }
    }
}

extension Path {
    /// The outline of a convex polygon with a stroke around it: the polygon enlarged on all sides, with round corners.
    /// `nil` for any other path.
    func outset(by distance: Double) -> Path? {
        guard elements.last == .close else { return nil }
        var corners: [Point] = []
        for (index, element) in elements.dropLast().enumerated() {
            switch element {
            case .move(let point) where index == 0: corners.append(point)
            case .line(let point): corners.append(point)
            default: return nil
            }
        }
        guard corners.count >= 3 else { return nil }
        let directions = corners.indices.map { corners[$0].directionDegrees(to: corners[($0 + 1) % corners.count]) }
        let turns = directions.indices.map { index in
            remainder(directions[index] - directions[(index + corners.count - 1) % corners.count], 360)
        }
        // A clockwise turn of 360 degrees is convex; a counterclockwise polygon is reversed first.
        guard turns.allSatisfy({ $0 > 0 }), abs(turns.reduce(0, +) - 360) < 1e-6 else {
            guard turns.allSatisfy({ $0 < 0 }) else { return nil }
            return Path(closed: corners.reversed()).outset(by: distance)
        }
        var path = Path()
        for (index, corner) in corners.enumerated() {
            path.addArc(
                center: corner, radius: distance, from: directions[index] - turns[index] - 90,
                to: directions[index] - 90)
        }
        path.elements.append(.close)
        return path
    }
}
