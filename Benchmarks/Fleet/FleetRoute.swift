import Glibc
import NavigationEvents

/// The route of a vehicle of the fleet, and its position at any second.
struct FleetRoute {
    /// Number of vertices of a route, that of a drive through a town.
    static let vertices = 300
    private static let verticesPerStep = 10
    private static let metersPerVertex = 30.0
    private static let metersPerSecond = 12.0
    private static let metersPerDegree = 111_195.0

    let route: Route
    private let start: Coordinate

    init(_ name: String, number: Int) {
        start = Coordinate(latitudeDegrees: 45 + Double(number % 1000) / 500, longitudeDegrees: 8)
        let line = (0..<Self.vertices).map { [start] in Self.place(start, Double($0) * Self.metersPerVertex) }
        var steps = [Step(number: 0, maneuver: .depart, geometryIndex: 0)]
        for index in stride(from: Self.verticesPerStep, to: Self.vertices - 1, by: Self.verticesPerStep) {
            steps.append(
                Step(
                    number: steps.count, maneuver: steps.count % 2 == 0 ? .turnLeft : .turnRight, geometryIndex: index,
                    fullRoadName: "Road \(steps.count)", simpleRoadName: "Road \(steps.count)",
                    durationFromPreviousSeconds: 25))
        }
        steps.append(Step(number: steps.count, maneuver: .destination, geometryIndex: line.count - 1))
        route = Route(
            id: name, provider: "bench", geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 0, durationSeconds: 0)],
            stopovers: [Stopover(position: line[line.count - 1], geometryIndex: line.count - 1)],
            distanceMeters: Double(line.count - 1) * Self.metersPerVertex, durationSeconds: 700)
    }

    /// A position on a line to the east with bends.
    private static func place(_ start: Coordinate, _ meters: Double) -> Coordinate {
        let bend = sin(meters / 600) * 40
        return Coordinate(
            latitudeDegrees: start.latitudeDegrees + bend / metersPerDegree,
            longitudeDegrees: start.longitudeDegrees + meters / metersPerDegree
                / cos(start.latitudeDegrees * .pi / 180))
    }

    /// The fix at a time after the start.
    func fix(second: Int) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(second) * 1_000_000_000),
            position: Self.place(start, Double(second) * Self.metersPerSecond + 3),
            horizontalAccuracyMeters: 5, speedMetersPerSecond: Self.metersPerSecond, courseDegrees: 90, quality: .gps)
    }
}
