import Glibc
import NavigationEvents

/// Distances and directions between near positions, from the local scale of the WGS84 ellipsoid.
enum Geodesy {
    /// Distance of two positions in metres; accurate to millimetres per kilometre over the segments of a route.
    static func distanceMeters(from start: Coordinate, to end: Coordinate) -> Double {
        let (east, north) = offsetMeters(from: start, to: end)
        return (east * east + north * north).squareRoot()
    }

    /// Direction in degrees clockwise from north, 0..<360; `nil` for equal positions.
    static func bearingDegrees(from start: Coordinate, to end: Coordinate) -> Double? {
        let (east, north) = offsetMeters(from: start, to: end)
        guard east != 0 || north != 0 else { return nil }
        return normalized(atan2(east, north) * 180 / .pi)
    }

    /// Distance of each point of a line from its beginning, metres.
    static func metersAlong(_ line: [Coordinate]) -> [Double] {
        var meters: [Double] = []
        meters.reserveCapacity(line.count)
        var sum = 0.0
        for index in line.indices {
            if index > 0 { sum += distanceMeters(from: line[index - 1], to: line[index]) }
            meters.append(sum)
        }
        return meters
    }

    /// An angle normalized to 0..<360.
    static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest
    }

    /// A difference of angles normalized to -180..<180.
    static func signed(_ degrees: Double) -> Double {
        normalized(degrees + 180) - 180
    }

    /// Offset in metres to the east and to the north.
    static func offsetMeters(from start: Coordinate, to end: Coordinate) -> (east: Double, north: Double) {
        let middle = (start.latitudeDegrees + end.latitudeDegrees) / 2 * .pi / 180
        let eastPerDegree = 111412.84 * cos(middle) - 93.5 * cos(3 * middle) + 0.118 * cos(5 * middle)
        let northPerDegree = 111132.954 - 559.822 * cos(2 * middle) + 1.175 * cos(4 * middle)
        return (
            signed(end.longitudeDegrees - start.longitudeDegrees) * eastPerDegree,
            (end.latitudeDegrees - start.latitudeDegrees) * northPerDegree
        )
    }
}
