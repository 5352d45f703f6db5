import Geodesy
import Glibc

/// A point on the ground, metres east and north of the start of a walk.
struct PlanePoint: Hashable, Sendable {
    var east = 0.0
    var north = 0.0

    /// The distance to another point, metres.
    func distance(to other: PlanePoint) -> Double { hypot(other.east - east, other.north - north) }

    /// The direction to another point, degrees clockwise from north, 0..<360.
    func bearing(to other: PlanePoint) -> Double {
        Angle.normalized(atan2(other.east - east, other.north - north) * 180 / .pi)
    }

    /// The point at a distance in a direction.
    func moved(_ meters: Double, towards degrees: Double) -> PlanePoint {
        let radians = degrees * .pi / 180
        return PlanePoint(east: east + meters * sin(radians), north: north + meters * cos(radians))
    }

    /// The distance to the nearest point of a line, metres.
    func distance(to line: [PlanePoint]) -> Double {
        guard line.count > 1 else { return line.first.map(distance) ?? .infinity }
        return zip(line, line.dropFirst()).reduce(.infinity) { min($0, distance(from: $1.0, to: $1.1)) }
    }

    private func distance(from start: PlanePoint, to end: PlanePoint) -> Double {
        let (x, y) = (end.east - start.east, end.north - start.north)
        let square = x * x + y * y
        let share = square > 0 ? ((east - start.east) * x + (north - start.north) * y) / square : 0
        let within = min(max(share, 0), 1)
        return distance(to: PlanePoint(east: start.east + within * x, north: start.north + within * y))
    }
}
