import Geodesy
import Glibc
import NavigationEvents

/// A line on the ground, reduced to the points from which it deviates by at most a tolerance.
struct SimplifiedLine {
    /// Indices of the kept points in the whole line.
    private(set) var vertices: [Int] = []
    /// Distance of each kept point from the beginning along the reduced line, metres.
    private(set) var meters: [Double] = []
    private let places: [SIMD2<Double>]

    var lengthMeters: Double { meters.last ?? 0 }

    /// Reduces a line of at least one coordinate.
    init(_ coordinates: [Coordinate], toleranceMeters: Double) {
        var place = SIMD2<Double>(0, 0)
        var places: [SIMD2<Double>] = []
        places.reserveCapacity(coordinates.count)
        for index in coordinates.indices {
            if index > 0 {
                let (east, north) = coordinates[index - 1].offsetMeters(to: coordinates[index])
                place += SIMD2(east, north)
            }
            places.append(place)
        }
        self.places = places
        reduce(toleranceMeters)
        var sum = 0.0
        for (number, vertex) in vertices.enumerated() {
            if number > 0 { sum += Self.length(places[vertex] - places[vertices[number - 1]]) }
            meters.append(sum)
        }
    }

    /// Reduces the line in one pass. From each kept point, the directions to all later points within the tolerance form
    /// a sector that narrows. A point is kept where the sector closes or the line returns.
    private mutating func reduce(_ tolerance: Double) {
        guard places.count > 2 else {
            vertices = Array(places.indices)
            return
        }
        vertices = [0]
        var anchor = places[0]
        var last = 0
        var (farthestIndex, maxDistance) = (0, 0.0)
        var sector: (middle: Double, left: Double, right: Double)?
        func keep(_ index: Int, _ vertices: inout [Int]) {
            vertices.append(index)
            anchor = places[index]
            (farthestIndex, maxDistance, sector) = (index, 0, nil)
        }
        for index in 1..<places.count {
            var offset = places[index] - anchor
            var away = Self.length(offset)
            if let current = sector {
                let angle = away > tolerance ? Angle.signed(Self.degrees(offset) - current.middle) : current.left
                if away < maxDistance - tolerance {
                    keep(farthestIndex, &vertices)
                } else if angle < current.left || angle > current.right {
                    keep(last, &vertices)
                }
                (offset, away) = (places[index] - anchor, Self.length(places[index] - anchor))
            }
            last = index
            if away > maxDistance { (farthestIndex, maxDistance) = (index, away) }
            guard away > tolerance else { continue }
            let half = asin(min(1, tolerance / away)) * 180 / .pi
            if let current = sector {
                let angle = Angle.signed(Self.degrees(offset) - current.middle)
                sector = (current.middle, max(current.left, angle - half), min(current.right, angle + half))
            } else {
                sector = (Self.degrees(offset), -half, half)
            }
        }
        let end = places.count - 1
        if let kept = vertices.last, farthestIndex > kept, farthestIndex < end, maxDistance > tolerance,
            Self.length(places[end] - anchor) < maxDistance - tolerance
        {
            vertices.append(farthestIndex)
        }
        vertices.append(end)
    }

    /// Signed change of direction at a vertex, degrees, from the stretch before it to the stretch after it; between the
    /// neighbouring vertices if the window is 0.
    func bendDegrees(at vertex: Int, windowMeters: Double) -> Double {
        bendDegrees(from: vertex, to: vertex, windowMeters: windowMeters)
    }

    /// Signed change of direction from the stretch before one vertex to the stretch after another, degrees.
    func bendDegrees(from first: Int, to last: Int, windowMeters: Double) -> Double {
        let before = place(of: first) - place(from: first, back: true, windowMeters)
        let behind = place(from: last, back: false, windowMeters) - place(of: last)
        return Angle.signed(Self.degrees(behind) - Self.degrees(before))
    }

    /// Index of the point of the whole line, near a vertex, that is farthestIndex from the straight line past it.
    func cornerIndex(at vertex: Int, windowMeters: Double) -> Int {
        let start = place(from: vertex, back: true, windowMeters)
        let along = place(from: vertex, back: false, windowMeters) - start
        let length = Self.length(along)
        guard vertex > 0, vertex + 1 < vertices.count, length > 1 else { return vertices[vertex] }
        var best = vertices[vertex]
        var most = 0.0
        for index in (vertices[vertex - 1] + 1)..<vertices[vertex + 1]
        where Self.length(places[index] - places[vertices[vertex]]) <= windowMeters {
            let offset = places[index] - start
            let aside = abs(offset.x * along.y - offset.y * along.x) / length
            if aside > most { (best, most) = (index, aside) }
        }
        return best
    }

    private func place(of vertex: Int) -> SIMD2<Double> { places[vertices[vertex]] }

    /// The position at a distance from a vertex along the reduced line, at most its end.
    private func place(from vertex: Int, back: Bool, _ windowMeters: Double) -> SIMD2<Double> {
        var (rest, current) = (windowMeters, vertex)
        while true {
            let next = back ? current - 1 : current + 1
            guard vertices.indices.contains(next) else { return place(of: current) }
            let step = abs(meters[next] - meters[current])
            if windowMeters == 0 { return place(of: next) }
            if step >= rest {
                return place(of: current) + (place(of: next) - place(of: current)) * (step > 0 ? rest / step : 0)
            }
            rest -= step
            current = next
        }
    }

    private static func length(_ offset: SIMD2<Double>) -> Double { (offset * offset).sum().squareRoot() }

    private static func degrees(_ offset: SIMD2<Double>) -> Double { atan2(offset.x, offset.y) * 180 / .pi }
}
