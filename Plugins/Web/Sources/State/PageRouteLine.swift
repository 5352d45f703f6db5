import Dashboard
import Geodesy
import Glibc
import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// The line of a route, simplified for the page.
struct PageRouteLine {
    /// The maximum number of points.
    static let maxPoints = 4000
    /// The maximum distance between the simplified line and the route, if that gives few enough points.
    static let toleranceMeters = 1.0

    /// The points from start to destination.
    let points: [Coordinate]

    /// Simplifies a line.
    init(_ line: [Coordinate]) {
        var points = Self.simplified(line.filter(\.isValid), toleranceMeters: Self.toleranceMeters)
        var tolerance = Self.toleranceMeters
        while points.count > Self.maxPoints {
            tolerance *= 2
            points = Self.simplified(points, toleranceMeters: tolerance)
        }
        self.points = points
    }

    /// The route as JSON for the page.
    static func bytes(_ route: ShownRoute) -> [UInt8] {
        let line: JSONText = [
            "points": .array(
                PageRouteLine(route.geometry).points.map {
                    [.number(rounded($0.latitudeDegrees)), .number(rounded($0.longitudeDegrees))]
                }),
            "stopovers": .array(
                route.stopovers.map {
                    [
                        "latitudeDegrees": .number(rounded($0.position.latitudeDegrees)),
                        "longitudeDegrees": .number(rounded($0.position.longitudeDegrees)),
                        "name": .string($0.name),
                    ]
                }),
            "steps": .array(route.maneuvers.map { step($0.number, $0.maneuver, $0.point) }),
        ]
        return line.bytes
    }

    private static func step(_ number: Int, _ maneuver: LaterManeuver, _ point: Coordinate) -> JSONText {
        [
            "number": .integer(number), "words": .string(maneuver.words), "glyph": .string(maneuver.sign.picture.glyph),
            "street": .string(maneuver.street), "towards": .string(maneuver.towards),
            "metersFromPrevious": JSONText(maneuver.metersFromPrevious.map { ($0 * 10).rounded() / 10 }),
            "latitudeDegrees": .number(rounded(point.latitudeDegrees)),
            "longitudeDegrees": .number(rounded(point.longitudeDegrees)),
        ]
    }

    /// Rounds degrees to tenths of a metre.
    static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    /// Removes points that are within the tolerance of the simplified line, in one pass: from the last kept point, it
    /// tracks the sector of directions in which a straight line passes all points since then, and keeps the point
    /// before the first one outside the sector.
    static func simplified(_ line: [Coordinate], toleranceMeters: Double) -> [Coordinate] {
        guard line.count > 2, let first = line.first, let last = line.last else { return line }
        var kept = [first]
        var sector = DirectionSector(from: first, toleranceMeters: toleranceMeters)
        for (point, next) in zip(line.dropFirst(), line.dropFirst(2)) {
            sector.pass(point)
            guard !sector.reaches(next) else { continue }
            kept.append(point)
            sector = DirectionSector(from: point, toleranceMeters: toleranceMeters)
        }
        kept.append(last)
        // A line without length, or with all points within the tolerance, becomes a point.
        return kept
    }
}

/// The sector of directions from a point in which a straight line passes all following points within the tolerance.
private struct DirectionSector {
    private let origin: Coordinate
    private let scale: LocalScale
    /// The limit sideways and beyond the end; both together are within the tolerance.
    private let slack: Double
    /// The direction of the first distant point, radians; `nil` while all points are within the slack.
    private var middle: Double?
    /// The limits of the sector, relative to the middle, radians.
    private var (lower, upper) = (-Double.pi, Double.pi)
    private var farthest = 0.0

    init(from origin: Coordinate, toleranceMeters: Double) {
        self.origin = origin
        slack = toleranceMeters * 0.7
        scale = LocalScale(at: origin)
    }

    /// Narrows the sector by a point that is removed.
    mutating func pass(_ point: Coordinate) {
        let (distance, direction) = polar(point)
        farthest = max(farthest, distance)
        guard distance > slack else { return }
        let width = asin(min(slack / distance, 1))
        let middle = middle ?? direction
        self.middle = middle
        let offset = remainder(direction - middle, 2 * .pi)
        lower = max(lower, offset - width)
        upper = min(upper, offset + width)
    }

    /// Whether a straight line to a point is within the tolerance of all removed points.
    func reaches(_ point: Coordinate) -> Bool {
        let (distance, direction) = polar(point)
        guard distance >= farthest - slack else { return false }
        guard let middle else { return true }
        return (lower...max(lower, upper)).contains(remainder(direction - middle, 2 * .pi)) && lower <= upper
    }

    private func polar(_ point: Coordinate) -> (distance: Double, direction: Double) {
        let (east, north) = scale.offsetMeters(from: origin, to: point)
        return (hypot(east, north), atan2(east, north))
    }
}
