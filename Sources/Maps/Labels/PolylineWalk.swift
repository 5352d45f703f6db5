/// A polyline in pixels, with the distance of each point from its beginning.
struct PolylineWalk {
    private let points: [SIMD2<Double>]
    private let distances: [Double]

    /// The maximum number of places on a line.
    private static let maxPlaces = 256

    init(_ points: [SIMD2<Double>]) {
        self.points = points
        var (sum, distances) = (0.0, [Double]())
        distances.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            if index > 0 {
                let step = point - points[index - 1]
                sum += (step.x * step.x + step.y * step.y).squareRoot()
            }
            distances.append(sum)
        }
        self.distances = distances
    }

    /// The length in pixels.
    var length: Double { distances.last ?? 0 }

    /// Distances from the beginning, evenly spaced by about `spacing` pixels, from the middle outwards. They are bound to
    /// the map, so that labels stay in their place while the vehicle moves.
    func offsets(every spacing: Double) -> [Double] {
        guard length > 0 else { return [] }
        var count = 1
        while length / Double(count) > 2 * spacing, count < Self.maxPlaces { count *= 2 }
        let step = length / Double(count)
        return (0..<count).map { (Double($0) + 0.5) * step }.sorted {
            ($0 - length / 2).magnitude < ($1 - length / 2).magnitude
        }
    }

    /// The points at ``offsets(every:)``.
    func places(every spacing: Double) -> [SIMD2<Double>] {
        points.count == 1 ? points : offsets(every: spacing).map(point)
    }

    /// The straight line between two distances; `nil` if the polyline leaves it by more than `tolerance` pixels, or is
    /// too short.
    func chord(
        from start: Double, to end: Double, tolerance: Double
    ) -> (from: SIMD2<Double>, to: SIMD2<Double>)? {
        guard start >= 0, end <= length, start < end else { return nil }
        let (from, to) = (point(at: start), point(at: end))
        let step = to - from
        let distance = (step.x * step.x + step.y * step.y).squareRoot()
        guard distance > 0 else { return nil }
        let normal = SIMD2(-step.y, step.x) / distance
        var index = firstIndex(after: start)
        while index < points.count, distances[index] < end {
            let offset = points[index] - from
            guard (offset.x * normal.x + offset.y * normal.y).magnitude <= tolerance else { return nil }
            index += 1
        }
        return (from, to)
    }

    private func point(at distance: Double) -> SIMD2<Double> {
        let next = min(firstIndex(after: distance), points.count - 1)
        guard next > 0 else { return points[0] }
        let part = distances[next] - distances[next - 1]
        let share = part > 0 ? min(max((distance - distances[next - 1]) / part, 0), 1) : 0
        return points[next - 1] + (points[next] - points[next - 1]) * share
    }

    /// The first point beyond a distance.
    private func firstIndex(after distance: Double) -> Int {
        var (low, high) = (0, distances.count)
        while low < high {
            let middle = (low + high) / 2
            if distances[middle] <= distance { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
