import NavigationEvents
import Testing

@Suite struct StepTests {
    @Test func `a change of a step leaves its copies alone`() {
        let first = Step(number: 1, maneuver: .turnLeft, geometryIndex: 2, fullRoadName: "A 5")
        var second = first
        second.lanes.append(Lane(directions: [LaneDirection(shape: .straight)]))
        second.signpost = Signpost(destinations: ["Basel"])
        second.number += 1
        #expect(first == Step(number: 1, maneuver: .turnLeft, geometryIndex: 2, fullRoadName: "A 5"))
        #expect(second.number == 2 && second.lanes.count == 1 && second.signpost?.destinations == ["Basel"])
        #expect(first != second && first.hashValue != second.hashValue)
    }

    @Test func `equal steps are equal, whether they are copies or not`() {
        let first = Step(number: 1, maneuver: .turnLeft, geometryIndex: 2)
        let other = Step(number: 1, maneuver: .turnLeft, geometryIndex: 2)
        #expect(first == other && first.hashValue == other.hashValue)
    }

    @Test func `a mirror shows the fields`() {
        let mirror = Mirror(reflecting: Step(number: 1, maneuver: .turnLeft, geometryIndex: 2))
        #expect(mirror.displayStyle == .struct)
        #expect(mirror.children.compactMap(\.label).prefix(3) == ["number", "maneuver", "geometryIndex"])
        #expect(mirror.children.count == 27)
    }
}
