import Glibc
import NavigationEvents

/// Draws a road in metres, maneuver by maneuver, and makes a route from it.
///
/// ```swift
/// let road = Road().straight(500).turn(.turnRight, onto: "Hauptstraße").straight(300)
/// ```
struct Road {
    private(set) var points: [(east: Double, north: Double)] = [(0, 0)]
    private(set) var heading: Double
    private var steps: [Step]
    private var legs: [[Step]] = []
    private var stopovers: [Int] = []
    private var tunnels: [GeometrySpan] = []
    private var speedLimits: [SpeedLimitSpan] = []
    var mode = TravelMode.car
    var origin: Coordinate
    var metersPerSecond = 14.0

    init(
        from origin: Coordinate = Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.68), heading: Double = 90,
        name: String = "Startweg", mode: TravelMode = .car
    ) {
        self.origin = origin
        self.heading = heading
        self.mode = mode
        steps = [
            Step(number: 0, maneuver: .depart, geometryIndex: 0, fullRoadName: name, simpleRoadName: name)
        ]
    }

    /// Continues straight on, with a vertex at least every `spacing` metres.
    func straight(_ meters: Double, spacing: Double = 50) -> Road {
        var road = self
        let parts = max(1, Int((meters / spacing).rounded(.up)))
        for _ in 0..<parts { road.go(meters / Double(parts)) }
        return road
    }

    /// Follows a curve; positive degrees turn right.
    func curve(radius: Double, degrees: Double) -> Road {
        var road = self
        let parts = max(2, Int((radius * degrees.magnitude * .pi / 180 / 4).rounded(.up)))
        for _ in 0..<parts {
            road.heading += degrees / Double(parts) / 2
            road.go(radius * degrees.magnitude * .pi / 180 / Double(parts))
            road.heading += degrees / Double(parts) / 2
        }
        return road
    }

    /// Changes the heading without a maneuver.
    func bend(_ degrees: Double) -> Road {
        var road = self
        road.heading += degrees
        return road
    }

    /// Adds a maneuver here; by default, the heading changes as its name says.
    func turn(
        _ maneuver: Maneuver, onto name: String = "", by degrees: Double? = nil, lanes: [Lane] = [],
        change: RoadClassChange = .none
    ) -> Road {
        var road = self
        road.add(maneuver, name, lanes: lanes, change: change)
        road.heading += degrees ?? Self.usualDegrees(maneuver)
        return road
    }

    /// Adds a stopover here; a new leg begins.
    func stopover() -> Road {
        var road = self
        road.add(.destination, "")
        road.legs.append(road.steps)
        road.stopovers.append(road.points.count - 1)
        let number = (road.steps.last?.number ?? 0) + 1
        road.steps = [Step(number: number, maneuver: .depart, geometryIndex: road.points.count - 1)]
        return road
    }

    /// Draws a part of the road in a tunnel.
    func tunnel(_ draw: (Road) -> Road) -> Road {
        let start = points.count - 1
        var road = draw(self)
        road.tunnels.append(GeometrySpan(fromIndex: start, toIndex: road.points.count - 1))
        return road
    }

    /// Draws a part of the road with a speed limit.
    func limited(to metersPerSecond: Double, _ draw: (Road) -> Road) -> Road {
        let start = points.count - 1
        var road = draw(self)
        road.speedLimits.append(
            SpeedLimitSpan(
                span: GeometrySpan(fromIndex: start, toIndex: road.points.count - 1),
                limit: SpeedLimit(metersPerSecond: metersPerSecond, isExplicit: true)))
        return road
    }

    /// Adds the whole road backwards, after a U-turn.
    func andBack() -> Road {
        var road = turn(.turnUTurnCounterclockwise, onto: "zurück", by: 180)
        for point in points.dropLast().reversed() { road.points.append(point) }
        return road
    }

    /// The route to the end of the road.
    func route(id: String = "road", reason: RouteReason = .requested) -> Route {
        var road = self
        road.add(.destination, "")
        let legs = (road.legs + [road.steps]).map { steps in
            Leg(
                steps: steps, distanceMeters: steps.reduce(0) { $0 + $1.distanceFromPreviousMeters },
                durationSeconds: steps.reduce(0) { $0 + $1.durationFromPreviousSeconds })
        }
        let stops = (stopovers + [points.count - 1]).map { Stopover(position: place($0), geometryIndex: $0) }
        return Route(
            id: id, provider: "drawing", reason: reason, travelMode: mode, geometry: points.indices.map(place),
            legs: legs, stopovers: stops, tunnels: tunnels, speedLimits: speedLimits,
            distanceMeters: legs.reduce(0) { $0 + $1.distanceMeters },
            durationSeconds: legs.reduce(0) { $0 + $1.durationSeconds })
    }

    var lengthMeters: Double { length(from: 0, to: points.count - 1) }

    /// The coordinate of a position in metres from the origin.
    func coordinate(east: Double, north: Double) -> Coordinate {
        let phi = origin.latitudeDegrees * .pi / 180
        let eastScale = 111_412.84 * cos(phi) - 93.5 * cos(3 * phi) + 0.118 * cos(5 * phi)
        let northScale = 111_132.954 - 559.822 * cos(2 * phi) + 1.175 * cos(4 * phi)
        var longitude = origin.longitudeDegrees + east / eastScale
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(latitudeDegrees: origin.latitudeDegrees + north / northScale, longitudeDegrees: longitude)
    }

    private func place(_ index: Int) -> Coordinate { coordinate(east: points[index].east, north: points[index].north) }

    private mutating func go(_ meters: Double) {
        let last = points[points.count - 1]
        points.append(
            (last.east + meters * sin(heading * .pi / 180), last.north + meters * cos(heading * .pi / 180)))
    }

    private func length(from: Int, to: Int) -> Double {
        zip(points[from..<to], points[(from + 1)...to]).reduce(0) {
            $0 + hypot($1.1.east - $1.0.east, $1.1.north - $1.0.north)
        }
    }

    private mutating func add(
        _ maneuver: Maneuver, _ name: String, lanes: [Lane] = [], change: RoadClassChange = .none
    ) {
        let previous = steps[steps.count - 1]
        let meters = length(from: previous.geometryIndex, to: points.count - 1)
        steps.append(
            Step(
                number: previous.number + 1, maneuver: maneuver, geometryIndex: points.count - 1, fullRoadName: name,
                simpleRoadName: name, lanes: lanes, roadClassChange: change, distanceFromPreviousMeters: meters,
                durationFromPreviousSeconds: meters / metersPerSecond))
    }

    private static func usualDegrees(_ maneuver: Maneuver) -> Double {
        switch maneuver {
        case .turnLeft, .onRampLeft: -90
        case .turnRight, .onRampRight: 90
        case .turnSlightLeft, .forkLeft, .turnKeepLeft: -30
        case .turnSlightRight, .forkRight, .turnKeepRight, .offRampRight: 30
        case .turnSharpLeft: -135
        case .turnSharpRight: 135
        case .turnUTurnClockwise, .turnUTurnCounterclockwise: 180
        default: 0
        }
    }
}

extension Road {
    /// The same road in the other direction, without stopovers: right turns become left turns.
    var reversed: Road {
        var road = self
        road.points = points.reversed()
        (road.legs, road.stopovers, road.tunnels, road.speedLimits) = ([], [], [], [])
        road.steps = [Step(number: 0, maneuver: .depart, geometryIndex: 0)]
        for step in (legs.flatMap(\.self) + steps).reversed() {
            guard let maneuver = Self.mirrored[step.maneuver], let last = road.steps.last else { continue }
            let index = points.count - 1 - step.geometryIndex
            let meters = road.length(from: last.geometryIndex, to: index)
            road.steps.append(
                Step(
                    number: last.number + 1, maneuver: maneuver, geometryIndex: index,
                    distanceFromPreviousMeters: meters, durationFromPreviousSeconds: meters / metersPerSecond))
        }
        return road
    }

    private static let mirrored: [Maneuver: Maneuver] = [.turnLeft: .turnRight, .turnRight: .turnLeft]
}
