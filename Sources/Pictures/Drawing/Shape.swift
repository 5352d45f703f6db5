/// One brush stroke of a ``Picture``.
public struct Shape: Hashable, Sendable {
    /// What is done with the path.
    public enum Brush: Hashable, Sendable {
        /// Filled, its corners rounded by a line of this width.
        case fill(edge: Double)
        /// Drawn as a line of this width, with round joins.
        case line(width: Double, isRoundEnded: Bool)
    }

    /// Which colour of the theme.
    public enum Ink: Hashable, Sendable {
        /// What is to be done.
        case symbol
        /// The surroundings: other arms, the rest of the ring.
        case faint
        /// The ground, to set things apart.
        case plate
    }

    /// Where.
    public var path: Path
    /// How.
    public var brush: Brush
    /// In which colour.
    public var ink: Ink

    static func fill(_ path: Path, _ ink: Ink = .symbol, edge: Double = 0) -> Shape {
        Shape(path: path, brush: .fill(edge: edge), ink: ink)
    }

    static func line(_ path: Path, _ ink: Ink = .symbol, width: Double, isRoundEnded: Bool = false) -> Shape {
        Shape(path: path, brush: .line(width: width, isRoundEnded: isRoundEnded), ink: ink)
    }

    /// Points whose bounding box is that of the ink.
    var outline: [Point] {
        let points = path.points
        guard case .line(let width, false) = brush, let first = points.first, let last = points.last,
            points.count > 1, path.elements.last != .close
        else { return points.flatMap { Self.square(around: $0, margin) } }
        // The ends are cut square: they reach to their sides, not beyond.
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
    /// Left and right exchanged.
    var mirrored: [Shape] {
        mapped { Point(SignBoard.size - $0.x, $0.y) }
    }

    /// Moved so that the ink lies in the middle of the board.
    var centered: [Shape] {
        let ink = filter { $0.ink != .plate }.flatMap(\.outline)
        guard let left = ink.map(\.x).min(), let right = ink.map(\.x).max(), let top = ink.map(\.y).min(),
            let bottom = ink.map(\.y).max()
        else { return self }
        let (dx, dy) = ((SignBoard.size - left - right) / 2, (SignBoard.size - top - bottom) / 2)
        return mapped { Point($0.x + dx, $0.y + dy) }
    }

    /// Every path with its points moved by a rule.
    func mapped(_ rule: (Point) -> Point) -> [Shape] {
        map { Shape(path: $0.path.mapped(rule), brush: $0.brush, ink: $0.ink) }
    }
}

/// The board of a sign, in its units.
enum SignBoard {
    /// Width and height.
    static let size = 96.0
    /// The middle.
    static let center = Point(48, 48)
}
