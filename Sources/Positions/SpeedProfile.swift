import Geodesy
import Glibc
import NavigationEvents

/// The speed at every point of a route: that expected by the router, slower in bends and turns, zero at stopovers and
/// the destination, with the acceleration of a calm driver.
struct SpeedProfile {
    /// The line of the route, with additional points where its own are far apart, since the speed changes between them.
    private(set) var points: [Coordinate] = []
    /// Metres along the route at each point.
    private(set) var distances: [Double] = []
    /// Direction of the segment that begins at each point, degrees; the last one repeats the previous one.
    private(set) var courses: [Double] = []
    /// Speed at each point, metres per second.
    private(set) var speeds: [Double] = []
    /// Index of the point of each vertex of the route.
    private var pointOfVertex: [Int] = []

    /// Metres between points, unless that exceeds ``maxPoints``.
    private static let spacingMeters = 10.0
    private static let maxPoints = 500_000.0

    /// Limits of a mode of travel, in metres and seconds.
    private struct Limits {
        var slowest: Double
        var fastest: Double
        /// Speed through a turn of 90 degrees.
        var turn: Double
        var acceleration: Double
        var braking: Double

        static func of(_ mode: TravelMode) -> Limits {
            switch mode {
            case .foot: Limits(slowest: 0.7, fastest: 1.8, turn: 1.2, acceleration: 0.8, braking: 1)
            case .bicycle: Limits(slowest: 2, fastest: 8, turn: 3, acceleration: 0.8, braking: 1.2)
            case .car, .unknown: Limits(slowest: 3, fastest: 38, turn: 5, acceleration: 1.6, braking: 2)
            }
        }
    }

    init(route: Route, speedFactor: Double) {
        let limits = Limits.of(route.travelMode)
        measure(route.geometry)
        expectSpeeds(of: route, limits, speedFactor: speedFactor)
        slowIntoBends(limits)
        for stopover in route.stopovers where pointOfVertex.indices.contains(stopover.geometryIndex) {
            speeds[pointOfVertex[stopover.geometryIndex]] = 0
        }
        if !speeds.isEmpty {
            speeds[0] = 0
            speeds[speeds.count - 1] = 0
        }
        smooth(limits)
    }

    var lengthMeters: Double { distances.last ?? 0 }

    /// The speed between two points at constant acceleration; never quite 0, so that the drive continues.
    func speed(atMeters meters: Double, segment: Int) -> Double {
        guard segment + 1 < speeds.count else { return 0 }
        let (start, end) = (speeds[segment], speeds[segment + 1])
        let length = distances[segment + 1] - distances[segment]
        let share = length > 0 ? (meters - distances[segment]) / length : 1
        return max(0.6, (start * start + (end * end - start * start) * min(1, max(0, share))).squareRoot())
    }

    private mutating func measure(_ geometry: [Coordinate]) {
        let offsets = zip(geometry, geometry.dropFirst()).map {
            LocalScale(at: $0).offsetMeters(from: $0, to: $1)
        }
        let lengths = offsets.map { ($0.east * $0.east + $0.north * $0.north).squareRoot() }
        let spacing = max(Self.spacingMeters, lengths.reduce(0, +) / Self.maxPoints)
        var meters = 0.0
        for (vertex, place) in geometry.enumerated() {
            pointOfVertex.append(points.count)
            add(place, meters, course: courses.last ?? 0)
            guard vertex < offsets.count, lengths[vertex] > 0 else { continue }
            let course = atan2(offsets[vertex].east, offsets[vertex].north) * 180 / .pi
            courses[courses.count - 1] = course < 0 ? course + 360 : course
            let parts = max(1, Int(clamping: (lengths[vertex] / spacing).rounded(.up)))
            for part in 1..<max(2, parts) where part < parts {
                let share = Double(part) / Double(parts)
                let between = LocalScale(at: place).moved(
                    place, eastMeters: offsets[vertex].east * share, northMeters: offsets[vertex].north * share)
                add(between, meters + lengths[vertex] * share, course: courses.last ?? 0)
            }
            meters += lengths[vertex]
        }
    }

    private mutating func add(_ place: Coordinate, _ meters: Double, course: Double) {
        points.append(place)
        distances.append(meters)
        courses.append(course)
    }

    /// Sets the speed that the router expects of each step, a little faster because bends reduce it.
    private mutating func expectSpeeds(of route: Route, _ limits: Limits, speedFactor: Double) {
        let reserve = 1.15
        speeds = [Double](repeating: limits.fastest / 2 * speedFactor, count: points.count)
        var previous = 0
        for step in route.legs.flatMap(\.steps) where pointOfVertex.indices.contains(step.geometryIndex) {
            let end = pointOfVertex[step.geometryIndex]
            if step.durationFromPreviousSeconds > 0, step.distanceFromPreviousMeters > 0, end >= previous {
                let expected = step.distanceFromPreviousMeters / step.durationFromPreviousSeconds * reserve
                let speed = min(limits.fastest, max(limits.slowest, expected)) * speedFactor
                for index in previous...end { speeds[index] = speed }
            }
            previous = end
        }
    }

    private mutating func slowIntoBends(_ limits: Limits) {
        for index in speeds.indices.dropFirst().dropLast() {
            var bend = abs(courses[index] - courses[index - 1])
            if bend > 180 { bend = 360 - bend }
            guard bend > 20 else { continue }
            speeds[index] = min(speeds[index], limits.turn * 90 / bend)
        }
    }

    /// Limits acceleration and braking: one pass forwards, one backwards.
    private mutating func smooth(_ limits: Limits) {
        guard speeds.count > 1 else { return }
        for index in 1..<speeds.count {
            let length = distances[index] - distances[index - 1]
            let reachable = (speeds[index - 1] * speeds[index - 1] + 2 * limits.acceleration * length).squareRoot()
            speeds[index] = min(speeds[index], reachable)
        }
        for index in (0..<speeds.count - 1).reversed() {
            let length = distances[index + 1] - distances[index]
            let stoppable = (speeds[index + 1] * speeds[index + 1] + 2 * limits.braking * length).squareRoot()
            speeds[index] = min(speeds[index], stoppable)
        }
    }
}
