import Geodesy
import NavigationEvents

/// A matched point on the route.
struct RoutePoint {
    var segment: Int
    /// Position within the segment, 0...1.
    var fraction: Double
    /// Metres from the start of the route, along it.
    var distanceAlongRouteMeters: Double
    /// Metres from the observation.
    var offset: Double
    /// Cosine between the course and the route.
    var agreement: Double
    /// Speed of the course away from the line, metres per second; negative towards it.
    var outwardSpeed: Double
}

extension RouteModel {
    var lastSegment: Int { vertices.count - 2 }

    /// Number of segments around a hint that are searched one by one.
    private static let nearbySegments = 32

    /// The segment at a distance along the route, searched from a hint.
    func segment(at meters: Double, near hint: Int) -> Int {
        vertices.withUnsafeBufferPointer { line in
            let last = line.count - 2
            let start = min(max(hint, 0), last)
            var index = start
            if line[index].distanceAlongRouteMeters > meters {
                let first = max(start - Self.nearbySegments, 0)
                while index > first, line[index].distanceAlongRouteMeters > meters { index -= 1 }
            } else {
                let end = min(start + Self.nearbySegments, last)
                while index < end, line[index + 1].distanceAlongRouteMeters <= meters { index += 1 }
            }
            guard (index - start).magnitude == Self.nearbySegments else { return index }
            var (low, high) = (0, last)
            while low < high {
                let middle = (low + high + 1) / 2
                if line[middle].distanceAlongRouteMeters <= meters { low = middle } else { high = middle - 1 }
            }
            return low
        }
    }

    /// The part of the segment before the point, 0...1.
    @inline(__always)
    func fraction(of segment: Int, at meters: Double) -> Double {
        let start = vertices[segment].distanceAlongRouteMeters
        let length = vertices[segment + 1].distanceAlongRouteMeters - start
        return length > 0 ? min(max((meters - start) / length, 0), 1) : 0
    }

    /// Whether the line leads within 60° of the course within `meters` ahead.
    func leads(where observation: Observation, from start: Double, near segment: Int, within meters: Double) -> Bool {
        vertices.withUnsafeBufferPointer { line in
            var index = self.segment(at: start, near: segment)
            while index < line.count - 1, line[index].distanceAlongRouteMeters <= start + meters {
                let hasLength = line[index + 1].distanceAlongRouteMeters > line[index].distanceAlongRouteMeters
                if hasLength, line[index].agreement(with: observation) > 0.5 { return true }
                index += 1
            }
            return false
        }
    }

    /// Expected seconds from the start of the route.
    func time(at meters: Double, segment: Int) -> Double {
        time(segment: segment, fraction: fraction(of: segment, at: meters))
    }

    /// Expected seconds from the start of the route to a point of the segment.
    @inline(__always)
    func time(segment: Int, fraction: Double) -> Double {
        let start = vertices[segment].time
        return start + (vertices[segment + 1].time - start) * fraction
    }

    /// The coordinate of a point of the segment.
    @inline(__always)
    func coordinate(segment: Int, fraction: Double) -> Coordinate {
        let one = vertices[segment]
        let next = vertices[segment + 1]
        return Coordinate(
            latitudeDegrees: one.latitude + (next.latitude - one.latitude) * fraction,
            longitudeDegrees: Angle.wrapped180(one.longitude + (next.longitude - one.longitude) * fraction))
    }

    /// Metres east and north from a position to a point of the segment.
    func displacement(
        latitude: Double, longitude: Double, segment: Int, fraction: Double
    ) -> (east: Double, north: Double) {
        let one = vertices[segment]
        return (
            (one.longitude - longitude) * Double(one.eastScale) + Double(one.east) * fraction,
            (one.latitude - latitude) * Double(one.northScale) + Double(one.north) * fraction
        )
    }

    /// Metres from a fix to a point of the segment.
    @inline(__always)
    func distance(from observation: Observation, segment: Int, fraction: Double) -> Double {
        let one = vertices[segment]
        let east = (observation.longitude - one.longitude) * Double(one.eastScale) - Double(one.east) * fraction
        let north = (observation.latitude - one.latitude) * Double(one.northScale) - Double(one.north) * fraction
        return (east * east + north * north).squareRoot()
    }

    /// The last stretch of the sorted list that contains the point.
    func stretch<Value>(of list: [Stretch<Value>], at meters: Double) -> Stretch<Value>? {
        guard !list.isEmpty else { return nil }
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle].from <= meters { low = middle + 1 } else { high = middle }
        }
        guard low > 0, meters < list[low - 1].to else { return nil }
        return list[low - 1]
    }
}

extension RouteVertex {
    /// The point of this vertex' segment nearest to the observation: its fraction and the squared distance.
    @inline(__always)
    func nearest(to observation: Observation) -> (fraction: Double, squaredMeters: Double) {
        let x = (observation.longitude - longitude) * Double(eastScale)
        let y = (observation.latitude - latitude) * Double(northScale)
        let ex = Double(east)
        let ey = Double(north)
        let inverse = Double(inverseLength)
        let fraction = min(max((x * ex + y * ey) * (inverse * inverse), 0), 1)
        let dx = x - fraction * ex
        let dy = y - fraction * ey
        return (fraction, dx * dx + dy * dy)
    }
    /// Cosine between the direction in which the vehicle points and this vertex' segment; 1 if either is unknown.
    @inline(__always)
    func headingAgreement(with observation: Observation) -> Double {
        guard inverseLength > 0, observation.headingEast != 0 || observation.headingNorth != 0 else { return 1 }
        let length = observation.headingEast * Double(east) + observation.headingNorth * Double(north)
        return length * Double(inverseLength)
    }
    /// Cosine between the observation's course and this vertex' segment.
    @inline(__always)
    func agreement(with observation: Observation) -> Double {
        guard inverseLength > 0, observation.hasCourse else { return 1 }
        let length = observation.courseEast * Double(east) + observation.courseNorth * Double(north)
        // The rounded length of the segment may make the cosine of opposite directions less than -1.
        return min(max(length * Double(inverseLength), -1), 1)
    }
}
