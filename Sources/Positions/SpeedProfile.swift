import Glibc
import NavigationEvents

/// How fast a vehicle may be at every point of a route: as fast as the router expects, slower into bends and turns, at
/// rest at stopovers and the destination, with the acceleration of a calm driver.
struct SpeedProfile {
    /// Metres along the route at each vertex.
    private(set) var distances: [Double] = [0]
    /// Direction of the segment that begins at each vertex, degrees; the last repeats the one before.
    private(set) var courses: [Double] = []
    /// Metres per second at each vertex.
    private(set) var speeds: [Double] = []

    /// Limits of a mode, in metres and seconds.
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
        speeds = Self.expectedSpeeds(route, limits, speedFactor: speedFactor)
        slowIntoBends(limits)
        for stopover in route.stopovers where speeds.indices.contains(stopover.geometryIndex) {
            speeds[stopover.geometryIndex] = 0
        }
        if !speeds.isEmpty {
            speeds[0] = 0
            speeds[speeds.count - 1] = 0
        }
        smooth(limits)
    }

    var lengthMeters: Double { distances.last ?? 0 }

    /// Speed between two vertices at constant acceleration; never quite 0, so that a drive goes on.
    func speed(atMeters meters: Double, segment: Int) -> Double {
        guard segment + 1 < speeds.count else { return 0 }
        let (start, end) = (speeds[segment], speeds[segment + 1])
        let length = distances[segment + 1] - distances[segment]
        let share = length > 0 ? (meters - distances[segment]) / length : 1
        return max(0.6, (start * start + (end * end - start * start) * min(1, max(0, share))).squareRoot())
    }

    private mutating func measure(_ geometry: [Coordinate]) {
        for (start, end) in zip(geometry, geometry.dropFirst()) {
            let (east, north) = LocalScale(at: start).offsetMeters(from: start, to: end)
            let length = (east * east + north * north).squareRoot()
            distances.append((distances.last ?? 0) + length)
            let course = atan2(east, north) * 180 / .pi
            courses.append(length > 0 ? (course < 0 ? course + 360 : course) : courses.last ?? 0)
        }
        courses.append(courses.last ?? 0)
    }

    /// What the router expects of each step, a little faster because bends are still to slow it.
    private static func expectedSpeeds(_ route: Route, _ limits: Limits, speedFactor: Double) -> [Double] {
        let reserve = 1.15
        var speeds = [Double](repeating: limits.fastest / 2, count: route.geometry.count)
        var previous = 0
        for step in route.legs.flatMap(\.steps) {
            let end = min(max(step.geometryIndex, previous), speeds.count - 1)
            if step.durationFromPreviousSeconds > 0, step.distanceFromPreviousMeters > 0, end >= previous {
                let speed = step.distanceFromPreviousMeters / step.durationFromPreviousSeconds * reserve
                for index in previous...end { speeds[index] = min(limits.fastest, max(limits.slowest, speed)) }
            }
            previous = max(0, end)
        }
        return speeds.map { $0 * speedFactor }
    }

    private mutating func slowIntoBends(_ limits: Limits) {
        for index in speeds.indices.dropFirst().dropLast() {
            var bend = abs(courses[index] - courses[index - 1])
            if bend > 180 { bend = 360 - bend }
            guard bend > 20 else { continue }
            speeds[index] = min(speeds[index], limits.turn * 90 / bend)
        }
    }

    /// No speed-up and no braking beyond the limits: one pass forward, one back.
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
