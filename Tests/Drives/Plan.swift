import Foundation
import NavigationEvents

/// The line of a planned route, for comparison with true positions.
struct Plan {
    /// Maximum distance of a vehicle that is on the plan.
    static let nearMeters = 20.0

    private struct Segment {
        var from: Coordinate
        var to: Coordinate
    }

    private let segments: [Segment]
    private let end: Coordinate

    init?(_ route: Route) {
        guard let last = route.geometry.last else { return nil }
        segments = zip(route.geometry, route.geometry.dropFirst()).map(Segment.init)
        end = last
    }

    /// Whether the vehicle is on the plan and drives in its direction.
    func follows(_ truth: RecordedDrive.Truth) -> Bool {
        segments.contains { segment in
            guard distance(truth.position, to: segment) <= Self.nearMeters else { return false }
            return truth.speedMetersPerSecond < 1 || isAlong(segment, courseDegrees: truth.courseDegrees)
        }
    }

    /// Distance from a position to the line, metres.
    func distanceMeters(from place: Coordinate) -> Double {
        segments.reduce(.infinity) { min($0, distance(place, to: $1)) }
    }

    /// Distance from a position to the end of the line, metres.
    func distanceToEndMeters(from place: Coordinate) -> Double { Plan.distanceMeters(place, end) }

    /// Distance between two near positions, metres.
    static func distanceMeters(_ one: Coordinate, _ other: Coordinate) -> Double {
        let offset = offsetMeters(of: one, from: other)
        return hypot(offset.east, offset.north)
    }

    private static func offsetMeters(of place: Coordinate, from origin: Coordinate) -> (east: Double, north: Double) {
        let metersPerDegree = 111_200.0
        let shrink = cos(origin.latitudeDegrees * .pi / 180)
        return (
            (place.longitudeDegrees - origin.longitudeDegrees) * metersPerDegree * shrink,
            (place.latitudeDegrees - origin.latitudeDegrees) * metersPerDegree
        )
    }

    private func distance(_ place: Coordinate, to segment: Segment) -> Double {
        let line = Self.offsetMeters(of: segment.to, from: segment.from)
        let point = Self.offsetMeters(of: place, from: segment.from)
        let squared = line.east * line.east + line.north * line.north
        let share = squared > 0 ? (point.east * line.east + point.north * line.north) / squared : 0
        let nearest = min(max(share, 0), 1)
        return hypot(point.east - nearest * line.east, point.north - nearest * line.north)
    }

    private func isAlong(_ segment: Segment, courseDegrees: Double) -> Bool {
        let line = Self.offsetMeters(of: segment.to, from: segment.from)
        let radians = courseDegrees * .pi / 180
        return line.east * sin(radians) + line.north * cos(radians) > 0
    }
}
