import Dashboard
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Web

@Suite("The line of a route")
struct PageRouteLineTests {
    private func place(_ east: Double, _ north: Double) -> Coordinate {
        Coordinate(
            latitudeDegrees: 49 + north / 111_320, longitudeDegrees: 8 + east / (111_320 * cos(49 * .pi / 180)))
    }

    private func meters(_ point: Coordinate) -> (x: Double, y: Double) {
        ((point.longitudeDegrees - 8) * 111_320 * cos(49 * .pi / 180), (point.latitudeDegrees - 49) * 111_320)
    }

    /// The distance in metres from a point to its segment of the simplified line.
    private func distance(_ point: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
        let (p, a, b) = (meters(point), meters(start), meters(end))
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1)
        return hypot(p.x - a.x - share * dx, p.y - a.y - share * dy)
    }

    @Test func `the steps of the route line are those of the route`() throws {
        var dashboard = Dashboard()
        let steps = (0..<20).map {
            Step(
                number: $0, maneuver: $0 == 0 ? .depart : $0 == 19 ? .destination : .turnLeft, geometryIndex: $0,
                simpleRoadName: "Street \($0)", distanceFromPreviousMeters: 100)
        }
        let line = (0..<20).map { place(Double($0) * 100, 0) }
        let route = Route(
            id: "r", provider: "test", geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 300, durationSeconds: 30)],
            stopovers: [Stopover(position: line[19], geometryIndex: 19)],
            distanceMeters: 300, durationSeconds: 30)
        dashboard.update(route, at: .now)
        let shown = try #require(dashboard.route)
        let object = try JSONSerialization.jsonObject(with: Data(PageRouteLine.bytes(shown)))
        let list = try #require((object as? [String: Any])?["steps"] as? [[String: Any]])
        #expect(list.compactMap { $0["number"] as? Int } == Array(0..<20))
        #expect(list[7]["street"] as? String == "Street 7" && list[7]["glyph"] as? String == "↰")
        #expect(list[7]["metersFromPrevious"] as? Double == 100)
        dashboard.update(ControlCommand(action: .focus(.step(7))))
        #expect(dashboard.focus == .point(line[7]))
        dashboard.update(ControlCommand(action: .focus(.step(70))))
        #expect(dashboard.focus == .point(line[7]))
        dashboard.update(ControlCommand(action: .mute(true)))
        dashboard.stopNavigation(at: .now)
        #expect(dashboard.focus == .position)
    }

    @Test func `a straight line is reduced to its ends`() {
        let line = (0..<1000).map { place(Double($0) * 10, 0) }
        #expect(PageRouteLine(line).points == [line[0], line[999]])
    }

    @Test func `corners are kept`() {
        let line = (0...100).map { place(Double($0), 0) } + (1...100).map { place(100, Double($0)) }
        #expect(PageRouteLine(line).points.contains(line[100]))
        // There and back on the same line: the far end is kept.
        let turn = (0...100).map { place(Double($0), 0) } + (0..<100).reversed().map { place(Double($0), 0) }
        #expect(PageRouteLine(turn).points == [turn[0], turn[100], turn[200]])
    }

    @Test func `no point is more than a metre away`() {
        var generator = SplitMix64.announced(for: "route line")
        for _ in 0..<50 {
            var (x, y, direction) = (0.0, 0.0, 0.0)
            let line = (0..<400).map { _ in
                direction += Double.random(in: -0.5...0.5, using: &generator)
                if generator.chance(40) { direction += .pi }
                let step = Double.random(in: 0...20, using: &generator)
                (x, y) = (x + step * cos(direction), y + step * sin(direction))
                return place(x, y)
            }
            let thin = PageRouteLine.simplified(line, toleranceMeters: 1)
            var next = 1
            for (index, point) in line.enumerated() {
                if next < thin.count - 1, point == thin[next] { next += 1 }
                let away = distance(point, thin[next - 1], thin[next])
                #expect(away <= 1.001, "point \(index) lies \(away) m off")
            }
            #expect(thin.first == line.first && thin.last == line.last)
        }
    }

    @Test func `a line with many points is simplified`() {
        var generator = SplitMix64.announced(for: "long route line")
        let line = (0..<200_000).map { index in
            place(Double(index), Double.random(in: -50...50, using: &generator))
        }
        let points = PageRouteLine(line).points
        #expect((2...PageRouteLine.maxPoints).contains(points.count))
        #expect(points.first == line.first && points.last == line.last)
    }

    @Test func `a line without length stays unchanged`() {
        #expect(PageRouteLine([]).points.isEmpty)
        #expect(PageRouteLine([place(1, 1)]).points.count == 1)
        let still = [Coordinate](repeating: place(1, 1), count: 500)
        #expect(PageRouteLine(still).points.count == 2)
        let broken = [Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0), place(0, 0), place(9, 9)]
        #expect(PageRouteLine(broken).points.count == 2)
    }

    @Test func `a line may cross the date line`() {
        let line = [179.9, 179.95, -180, -179.95, -179.9].map {
            Coordinate(latitudeDegrees: 0, longitudeDegrees: $0)
        }
        #expect(PageRouteLine(line).points.count == 2)
    }
}
