import Geodesy
import Haptics
import NavigationEvents
import Positions

/// The ground of a walk: its route on a plane around its start.
struct WalkGround: Sendable {
    /// The line of the route; adjacent points differ.
    private(set) var line: [PlanePoint] = []
    private let turns: Set<Int>
    private let origin: Coordinate
    private let scale: LocalScale

    init(_ route: Route) {
        let start = route.geometry[0]
        let scale = LocalScale(at: start)
        (origin, self.scale) = (start, scale)
        var (line, places): ([PlanePoint], [Int]) = ([], [])
        for place in route.geometry {
            let (east, north) = scale.offsetMeters(from: start, to: place)
            let point = PlanePoint(east: east, north: north)
            if line.last.map({ $0.distance(to: point) > 0.05 }) ?? true { line.append(point) }
            places.append(line.count - 1)
        }
        self.line = line
        let steps = route.legs.flatMap(\.steps).filter { TurnDirection($0.maneuver) != nil }
        turns = Set(steps.map { places[min(max($0.geometryIndex, 0), places.count - 1)] })
    }

    var destination: PlanePoint { line[line.count - 1] }

    /// The length of the line, metres.
    var lengthMeters: Double { zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The streets for a walker who follows turns alone.
    var streets: StreetPlan { StreetPlan(line: line, turns: turns) }

    /// The coordinate of a point of the plane.
    func coordinate(_ point: PlanePoint) -> Coordinate {
        scale.moved(origin, eastMeters: point.east, northMeters: point.north)
    }
}
