import Dashboard
import Glibc
import NavigationControl
import NavigationEvents

/// The line of a route, thin enough for a canvas.
struct RouteLine {
    /// How many points a page gets at most.
    static let mostPoints = 4000
    /// How far the thinned line may lie from the line, where that leaves no more points than these.
    static let toleranceMeters = 1.0

    /// Its points, start to destination.
    let points: [Coordinate]

    /// Thins a line.
    init(_ line: [Coordinate]) {
        var points = Self.thinned(line.filter(\.isValid), toleranceMeters: Self.toleranceMeters)
        var tolerance = Self.toleranceMeters
        while points.count > Self.mostPoints {
            tolerance *= 2
            points = Self.thinned(points, toleranceMeters: tolerance)
        }
        self.points = points
    }

    /// The route as the page gets it.
    static func bytes(_ route: ShownRoute) -> [UInt8] {
        let line: JSONText = [
            "points": .array(
                RouteLine(route.geometry).points.map {
                    [.number(rounded($0.latitudeDegrees)), .number(rounded($0.longitudeDegrees))]
                }),
            "stopovers": .array(
                route.stopovers.map {
                    [
                        "lat": .number(rounded($0.position.latitudeDegrees)),
                        "lon": .number(rounded($0.position.longitudeDegrees)), "name": .string($0.name),
                    ]
                }),
        ]
        return line.bytes
    }

    /// Tenths of a metre.
    static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    /// Leaves out every point near which the line passes anyway. One pass, whatever the line is like: from the last point
    /// kept it knows the directions in which a straight line passes all points since near enough, and keeps the point
    /// before the first one that does not lie in them.
    static func thinned(_ line: [Coordinate], toleranceMeters: Double) -> [Coordinate] {
        guard line.count > 2, let first = line.first, let last = line.last else { return line }
        var kept = [first]
        var view = View(from: first, toleranceMeters: toleranceMeters)
        for (point, next) in zip(line.dropFirst(), line.dropFirst(2)) {
            view.pass(point)
            guard !view.reaches(next) else { continue }
            kept.append(point)
            view = View(from: point, toleranceMeters: toleranceMeters)
        }
        kept.append(last)
        // A line without length, and one in circles smaller than the tolerance, is a point.
        return kept
    }
}

/// What is seen from a point of the line: the directions in which a straight line leaves nothing out.
private struct View {
    private let origin: Coordinate
    private let metersPerLongitude: Double
    /// To the side, and beyond the end: together they stay within the tolerance.
    private let slack: Double
    /// The direction of the middle, radians; `nil` while everything lies within the slack.
    private var middle: Double?
    /// How far to the left and to the right of the middle one may go.
    private var (least, most) = (-Double.pi, Double.pi)
    private var farthest = 0.0

    init(from origin: Coordinate, toleranceMeters: Double) {
        self.origin = origin
        slack = toleranceMeters * 0.7
        metersPerLongitude = Self.metersPerDegree * cos(origin.latitudeDegrees * .pi / 180)
    }

    private static let metersPerDegree = 111_320.0

    /// Takes note of a point that is to be left out.
    mutating func pass(_ point: Coordinate) {
        let (distance, direction) = polar(point)
        farthest = max(farthest, distance)
        guard distance > slack else { return }
        let width = asin(min(slack / distance, 1))
        let middle = middle ?? direction
        self.middle = middle
        let offset = remainder(direction - middle, 2 * .pi)
        least = max(least, offset - width)
        most = min(most, offset + width)
    }

    /// Whether a straight line to a point leaves out nothing of what was passed.
    func reaches(_ point: Coordinate) -> Bool {
        let (distance, direction) = polar(point)
        guard distance >= farthest - slack else { return false }
        guard let middle else { return true }
        return (least...max(least, most)).contains(remainder(direction - middle, 2 * .pi)) && least <= most
    }

    private func polar(_ point: Coordinate) -> (distance: Double, direction: Double) {
        let east = remainder(point.longitudeDegrees - origin.longitudeDegrees, 360) * metersPerLongitude
        let north = (point.latitudeDegrees - origin.latitudeDegrees) * Self.metersPerDegree
        return (hypot(east, north), atan2(east, north))
    }
}
