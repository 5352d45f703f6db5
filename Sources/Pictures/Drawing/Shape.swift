/// One stroke or fill of a ``Picture``.
public struct Shape: Hashable, Sendable {
    /// How the path is drawn.
    public enum Brush: Hashable, Sendable {
        /// Filled, with corners rounded by a stroke of width `edge`.
        case fill(edge: Double)
        /// Stroked with round joins.
        case line(width: Double, isRoundEnded: Bool)
    }

    /// A colour of the theme.
    public enum Ink: Hashable, Sendable {
        /// The maneuver.
        case symbol
        /// The surroundings, such as other arms of a roundabout.
        case faint
        /// The background, also for seams between shapes.
        case plate
    }

    /// The path.
    public var path: Path
    /// How the path is drawn.
    public var brush: Brush
    /// The colour.
    public var ink: Ink

    static func fill(_ path: Path, _ ink: Ink = .symbol, edge: Double = 0) -> Shape {
        Shape(path: path, brush: .fill(edge: edge), ink: ink)
    }

    static func line(_ path: Path, _ ink: Ink = .symbol, width: Double, isRoundEnded: Bool = false) -> Shape {
        Shape(path: path, brush: .line(width: width, isRoundEnded: isRoundEnded), ink: ink)
    }

    /// Points with the bounding box of the ink.
    var outline: [Point] {
        let points = path.points
        guard case .line(let width, false) = brush, let first = points.first, let last = points.last,
            points.count > 1, path.elements.last != .close
        else { return points.flatMap { Self.square(around: $0, margin) } }
        // Butt ends do not extend beyond the end points.
        let (start, end) = (
            first.directionDegrees(to: points[1]), points[points.count - 2].directionDegrees(to: last)
        )
        let ends = [(first, start), (last, end)].flatMap { point, direction in
            [-90, 90].map { point.moved(width / 2, towardsDegrees: direction + $0) }
        }
        return ends + points.dropFirst().dropLast().flatMap { Self.square(around: $0, margin) }
    }

    private var margin: Double {
        switch brush {
        case .fill(let edge): edge / 2
        case .line(let width, _): width / 2
        }
    }

    private static func square(around point: Point, _ margin: Double) -> [Point] {
        [Point(point.x - margin, point.y - margin), Point(point.x + margin, point.y + margin)]
    }
}

extension [Shape] {
    /// The shapes mirrored horizontally.
    var mirrored: [Shape] {
        mapped { Point(SignBoard.size - $0.x, $0.y) }
    }

    /// The shapes moved so that the ink is centred on the board.
    var centered: [Shape] {
        let ink = filter { $0.ink != .plate }.flatMap(\.outline)
        guard let left = ink.map(\.x).min(), let right = ink.map(\.x).max(), let top = ink.map(\.y).min(),
            let bottom = ink.map(\.y).max()
        else { return self }
        let (dx, dy) = ((SignBoard.size - left - right) / 2, (SignBoard.size - top - bottom) / 2)
        return mapped { Point($0.x + dx, $0.y + dy) }
    }

    /// The shapes with every point transformed by a function.
    func mapped(_ rule: (Point) -> Point) -> [Shape] {
        map { Shape(path: $0.path.mapped(rule), brush: $0.brush, ink: $0.ink) }
    }
}

/// The measures of the board of a sign, in units.
enum SignBoard {
    /// The width and height.
    static let size = 96.0
    /// The centre.
    static let center = Point(48, 48)
}
