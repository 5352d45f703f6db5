import Glibc
import NavigationEvents

/// Draws a walking route in metres.
///
///     FootPath().straight(80).turn(.turnRight, 90).straight(60).route
struct FootPath {
    private static let origin = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)

    private var points: [(east: Double, north: Double)] = [(0, 0)]
    private var bearing: Double
    private var steps = [Step(number: 0, maneuver: .depart, geometryIndex: 0)]
    private var legs: [[Step]] = []
    private var stops: [Int] = []

    init(bearing: Double = 30) { self.bearing = bearing }

    /// Continues straight on, with a point at least every 25 metres.
    func straight(_ meters: Double) -> FootPath {
        var path = self
        let parts = max(1, Int((meters / 25).rounded(.up)))
        for _ in 0..<parts { path.go(meters / Double(parts)) }
        return path
    }

    /// Continues along an arc, positive to the right, without a maneuver.
    func arc(_ degrees: Double, radius: Double) -> FootPath {
        var path = self
        let parts = max(2, Int(abs(degrees) / 15))
        for _ in 0..<parts {
            path.bearing += degrees / Double(parts)
            path.go(radius * abs(degrees) * .pi / 180 / Double(parts))
        }
        return path
    }

    /// Adds a maneuver here.
    func turn(_ maneuver: Maneuver, _ degrees: Double, exit: Int? = nil) -> FootPath {
        var path = self
        path.add(maneuver, exit: exit)
        path.bearing += degrees
        return path
    }

    /// Adds a stopover here, and begins a new leg.
    func stopover() -> FootPath {
        var path = self
        path.add(.destination)
        path.legs.append(path.steps)
        path.stops.append(path.points.count - 1)
        let number = (path.steps.last?.number ?? 0) + 1
        path.steps = [Step(number: number, maneuver: .depart, geometryIndex: path.points.count - 1)]
        return path
    }

    /// The route along the path.
    var route: Route {
        var path = self
        path.add(.destination)
        path.legs.append(path.steps)
        path.stops.append(path.points.count - 1)
        let geometry = path.points.map { Self.coordinate($0) }
        let length = path.meters(to: path.points.count - 1)
        return Route(
            id: "path", provider: "test", travelMode: .foot, geometry: geometry,
            legs: path.legs.map { Leg(steps: $0, distanceMeters: 0, durationSeconds: 0) },
            stopovers: path.stops.map { Stopover(position: geometry[$0], geometryIndex: $0) },
            distanceMeters: length, durationSeconds: length / 1.3)
    }

    private mutating func go(_ meters: Double) {
        let last = points[points.count - 1]
        let radians = bearing * .pi / 180
        points.append((last.east + meters * sin(radians), last.north + meters * cos(radians)))
    }

    private mutating func add(_ maneuver: Maneuver, exit: Int? = nil) {
        let before = legs.last?.last ?? steps[0]
        let last = steps.last ?? before
        let index = points.count - 1
        let way = meters(to: index) - meters(to: last.geometryIndex)
        steps.append(
            Step(
                number: last.number + 1, maneuver: maneuver, geometryIndex: index,
                roundabout: maneuver.isRoundabout ? Roundabout(exitCount: exit) : nil,
                distanceFromPreviousMeters: way, durationFromPreviousSeconds: way / 1.3))
    }

    private func meters(to index: Int) -> Double {
        zip(points, points.dropFirst()).prefix(index).reduce(0) {
            $0 + hypot($1.1.east - $1.0.east, $1.1.north - $1.0.north)
        }
    }

    private static func coordinate(_ point: (east: Double, north: Double)) -> Coordinate {
        let east = cos(origin.latitudeDegrees * .pi / 180) * 111_320
        return Coordinate(
            latitudeDegrees: origin.latitudeDegrees + point.north / 111_200,
            longitudeDegrees: origin.longitudeDegrees + point.east / east)
    }
}

extension FootPath {
    /// Random streets of a grid: blocks of 40 to 90 metres, with a turn at most crossings.
    static func grid(_ generator: inout some RandomNumberGenerator, blocks: Int) -> FootPath {
        var path = FootPath(bearing: Double.random(in: 0..<360, using: &generator))
        var heading = 0
        for block in 0..<blocks {
            path = path.straight(Double.random(in: 40...90, using: &generator))
            guard block + 1 < blocks, Int.random(in: 0..<4, using: &generator) > 0 else { continue }
            // Avoids a walk around one block.
            let isRight = heading > 0 ? false : heading < 0 ? true : Bool.random(using: &generator)
            heading += isRight ? 1 : -1
            path = path.turn(isRight ? .turnRight : .turnLeft, isRight ? 90 : -90)
        }
        return path
    }
}
