import Geodesy
import NavigationEvents

/// The road before a maneuver, from the last turn or from the limit of sight, and its straight continuation beyond it.
package struct ApproachLine: Sendable {
    /// A point relative to the line.
    struct Projection {
        /// Metres to the maneuver along the line; negative for a point beyond it.
        var meters: Double
        /// Metres to the right of the line; negative to the left.
        var offsetMeters: Double
        /// The direction of the line there, degrees clockwise from north.
        var bearingDegrees: Double
    }

    /// The straight continuation beyond the maneuver.
    static let beyondMeters = 120.0
    /// The part of the road whose direction counts as that of the approach.
    private static let directionMeters = 15.0

    /// Metres from the beginning of the line to the maneuver.
    let lengthMeters: Double
    /// The direction in which the maneuver is reached, degrees clockwise from north.
    let bearingDegrees: Double
    /// The position of the maneuver.
    let end: Coordinate
    private let scale: LocalScale
    /// East and north of the maneuver; the last point is the end of the continuation.
    private let points: [SIMD2<Double>]
    /// Metres to the maneuver at each point.
    private let metersLeft: [Double]

    /// Makes a line from the vertices of a route up to a maneuver.
    ///
    /// - Parameters:
    ///   - geometry: The vertices of the route from the last turn to the maneuver.
    ///   - maxMeters: The limit of sight.
    /// - Returns: `nil` if the vertices have no length.
    init?(_ geometry: some BidirectionalCollection<Coordinate>, maxMeters: Double) {
        guard let end = geometry.last else { return nil }
        let scale = LocalScale(at: end)
        var points = [SIMD2<Double>()]
        var metersLeft = [0.0]
        for vertex in geometry.dropLast().reversed() {
            let (east, north) = scale.offsetMeters(from: end, to: vertex)
            let (last, left) = (points[points.count - 1], metersLeft[metersLeft.count - 1])
            let step = SIMD2(east, north) - last
            let length = (step * step).sum().squareRoot()
            guard length > 0.01 else { continue }
            let share = min(1, (maxMeters - left) / length)
            points.append(last + share * step)
            metersLeft.append(left + share * length)
            if share < 1 { break }
        }
        guard points.count > 1 else { return nil }
        let back = Self.point(at: Self.directionMeters, points, metersLeft)
        guard let bearing = Angle.bearing(eastMeters: -back.x, northMeters: -back.y) else { return nil }
        (self.end, self.scale, bearingDegrees) = (end, scale, bearing)
        lengthMeters = metersLeft[metersLeft.count - 1]
        self.points = points.reversed() + [Self.beyondMeters * Angle.unitVector(bearing)]
        self.metersLeft = metersLeft.reversed() + [-Self.beyondMeters]
    }

    /// The point of a reversed line at a distance from the maneuver, or its end.
    private static func point(
        at meters: Double, _ points: [SIMD2<Double>], _ metersLeft: [Double]
    ) -> SIMD2<Double> {
        guard let index = metersLeft.firstIndex(where: { $0 >= meters }), index > 0 else {
            return points[points.count - 1]
        }
        let share = (meters - metersLeft[index - 1]) / (metersLeft[index] - metersLeft[index - 1])
        return points[index - 1] + share * (points[index] - points[index - 1])
    }

    /// A position relative to the nearest point of the line.
    func projection(of position: Coordinate) -> Projection {
        let (east, north) = scale.offsetMeters(from: end, to: position)
        let point = SIMD2(east, north)
        var best = (squaredMeters: Double.infinity, index: 0, share: 0.0)
        for index in 0..<(points.count - 1) {
            let along = points[index + 1] - points[index]
            let offset = point - points[index]
            let share = min(1, max(0, (offset * along).sum() / max((along * along).sum(), 1e-9)))
            let rest = offset - share * along
            let squared = (rest * rest).sum()
            if squared < best.squaredMeters { best = (squared, index, share) }
        }
        let along = points[best.index + 1] - points[best.index]
        let offset = point - points[best.index]
        let isRight = along.y * offset.x - along.x * offset.y > 0
        let length = metersLeft[best.index] - metersLeft[best.index + 1]
        return Projection(
            meters: metersLeft[best.index] - best.share * length,
            offsetMeters: best.squaredMeters.squareRoot() * (isRight ? 1 : -1),
            bearingDegrees: Angle.bearing(eastMeters: along.x, northMeters: along.y) ?? bearingDegrees)
    }

    /// The rectangle around the line and its continuation, with a margin.
    func bounds(marginMeters: Double) -> RegionManifest.Bounds {
        let east = points.map(\.x), north = points.map(\.y)
        func corner(_ x: Double?, _ y: Double?, _ margin: Double) -> Coordinate {
            scale.moved(end, eastMeters: (x ?? 0) + margin, northMeters: (y ?? 0) + margin)
        }
        return RegionManifest.Bounds(
            southWest: corner(east.min(), north.min(), -marginMeters),
            northEast: corner(east.max(), north.max(), marginMeters))
    }
}
