import Geodesy
import Glibc
import NavigationEvents
import Platform

/// The line of a route with the speed of a driver at every few metres.
struct DriverLine {
    private static let spacingMeters = 4.0
    /// Points before and after a point that give the radius of its bend.
    private static let arm = 3

    private struct Point {
        var position: Coordinate
        var east: Double
        var north: Double
        var course: Double
        var speed: Double
    }

    private var points: [Point] = []
    private var vertexAlong: [Double] = []
    private let spacing: Double
    private(set) var lengthMeters = 0.0

    init(_ route: Route, driver: PreviewDriver) {
        let geometry = route.geometry
        let offsets = zip(geometry, geometry.dropFirst()).map { LocalScale(at: $0).offsetMeters(from: $0, to: $1) }
        let lengths = offsets.map { ($0.east * $0.east + $0.north * $0.north).squareRoot() }
        vertexAlong = lengths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        lengthMeters = vertexAlong.last ?? 0
        spacing = max(Self.spacingMeters, lengthMeters / 400_000)
        var (east, north, along) = (0.0, 0.0, 0.0)
        for (index, offset) in offsets.enumerated() where lengths[index] > 0 {
            let scale = LocalScale(at: geometry[index])
            let course = (atan2(offset.east, offset.north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
            while along < vertexAlong[index + 1] {
                let share = (along - vertexAlong[index]) / lengths[index]
                points.append(
                    Point(
                        position: scale.moved(
                            geometry[index], eastMeters: offset.east * share, northMeters: offset.north * share),
                        east: east + offset.east * share, north: north + offset.north * share, course: course, speed: 0)
                )
                along += spacing
            }
            (east, north) = (east + offset.east, north + offset.north)
        }
        expectSpeeds(of: route, driver)
        slowIntoBends(driver, mode: route.travelMode)
    }

    func along(vertex: Int) -> Double { vertexAlong.indices.contains(vertex) ? vertexAlong[vertex] : lengthMeters }

    private func index(_ along: Double) -> Int { min(max(Int(along / spacing), 0), max(points.count - 1, 0)) }

    func place(at along: Double) -> (position: Coordinate, course: Double) {
        let index = index(along)
        let point = points[index]
        let left = along - Double(index) * spacing
        let course = point.course * .pi / 180
        let position = LocalScale(at: point.position).moved(
            point.position, eastMeters: sin(course) * left, northMeters: cos(course) * left)
        return (position, point.course)
    }

    func speed(at along: Double) -> Double {
        let index = index(along)
        let (one, other) = (points[index].speed, points[min(index + 1, points.count - 1)].speed)
        let share = along / spacing - Double(index)
        return max((one * one + (other * other - one * one) * min(max(share, 0), 1)).squareRoot(), 0.4)
    }

    private mutating func expectSpeeds(of route: Route, _ driver: PreviewDriver) {
        let limits = PreviewDriver.ModeLimits(route.travelMode)
        for index in points.indices { points[index].speed = limits.speeds.upperBound / 2 * driver.speedFactor }
        var from = 0.0
        for step in route.legs.flatMap(\.steps) {
            let to = along(vertex: step.geometryIndex)
            defer { from = to }
            guard step.durationFromPreviousSeconds > 0, step.distanceFromPreviousMeters > 0, to > from else { continue }
            let expected = step.distanceFromPreviousMeters / step.durationFromPreviousSeconds * 1.1
            let speed = min(max(expected, limits.speeds.lowerBound), limits.speeds.upperBound) * driver.speedFactor
            for index in index(from)...index(to) { points[index].speed = speed }
        }
    }

    /// Slows down to the speed at which the circle through three points of the line is driven.
    private mutating func slowIntoBends(_ driver: PreviewDriver, mode: TravelMode) {
        guard mode != .foot, points.count > 2 * Self.arm else { return }
        let limits = PreviewDriver.ModeLimits(mode)
        let cornering = driver.cornering * limits.strength
        for index in Self.arm..<points.count - Self.arm {
            let (one, here, other) = (points[index - Self.arm], points[index], points[index + Self.arm])
            let (east, north) = (here.east - one.east, here.north - one.north)
            let (nextEast, nextNorth) = (other.east - here.east, other.north - here.north)
            let (wholeEast, wholeNorth) = (other.east - one.east, other.north - one.north)
            let sides = [(east, north), (nextEast, nextNorth), (wholeEast, wholeNorth)].map {
                ($0 * $0 + $1 * $1).squareRoot()
            }
            let area = (east * nextNorth - north * nextEast).magnitude / 2
            // A road that turns back has no circle.
            let isBack = east * nextEast + north * nextNorth < 0 && sides[2] < sides[0]
            let radius = isBack ? 4 : area > 0.01 ? sides[0] * sides[1] * sides[2] / (4 * area) : .infinity
            points[index].speed = min(points[index].speed, max((cornering * radius).squareRoot(), 2))
        }
    }

    /// Places red lights before some turns; returns the places and the seconds of waiting.
    mutating func placeLights(
        _ steps: [Step], driver: PreviewDriver, mode: TravelMode, random: inout SplitMix64
    ) -> [(along: Double, seconds: Double)] {
        guard driver.lights > 0, !points.isEmpty else { return [] }
        let limits = PreviewDriver.ModeLimits(mode)
        var lights: [(along: Double, seconds: Double)] = []
        for step in steps {
            let along = along(vertex: step.geometryIndex) - limits.stopMeters
            guard step.maneuver.isTurn, step.distanceFromPreviousMeters > 100, along > 0,
                Double.random(in: 0..<1, using: &random) < driver.lights
            else { continue }
            let point = index(along)
            points[point].speed = 0
            lights.append((Double(point) * spacing, Double.random(in: 10..<45, using: &random)))
        }
        return lights
    }

    /// Limits acceleration and braking.
    mutating func smooth(_ driver: PreviewDriver, mode: TravelMode) {
        guard points.count > 1 else { return }
        let strength = PreviewDriver.ModeLimits(mode).strength
        (points[0].speed, points[points.count - 1].speed) = (0, 0)
        for index in 1..<points.count {
            let before = points[index - 1].speed
            let reached = (before * before + 2 * driver.acceleration * strength * spacing).squareRoot()
            points[index].speed = min(points[index].speed, reached)
        }
        for index in (0..<points.count - 1).reversed() {
            let after = points[index + 1].speed
            let stopped = (after * after + 2 * driver.braking * strength * spacing).squareRoot()
            points[index].speed = min(points[index].speed, stopped)
        }
    }
}

extension Maneuver {
    /// Whether the maneuver is a turn at a crossing, which may have a light.
    fileprivate var isTurn: Bool {
        switch self {
        case .turnLeft, .turnRight, .turnSlightLeft, .turnSlightRight, .turnSharpLeft, .turnSharpRight: true
        default: false
        }
    }
}
