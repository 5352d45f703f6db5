import NavigationEvents
import Testing

@Suite struct LaneTests {
    @Test(arguments: 0...40) func `a lane has the directions that it was made of`(count: Int) {
        let directions = (0..<count).map { index in
            LaneDirection(
                shape: LaneShape.allCases[index * 7 % LaneShape.allCases.count], isRecommended: index % 3 == 0)
        }
        var lane = Lane(directions: directions)
        #expect(lane.directions == directions)
        #expect(lane.isRecommended == !directions.isEmpty)
        lane.directions = Array(directions.prefix(2))
        #expect(lane.directions == Array(directions.prefix(2)))
        // However it came to its directions.
        #expect(lane == Lane(directions: Array(directions.prefix(2))))
        #expect(Set([lane, Lane(directions: Array(directions.prefix(2)))]).count == 1)
    }

    @Test(arguments: LaneShape.allCases) func `every shape fits`(shape: LaneShape) {
        for isRecommended in [false, true] {
            let direction = LaneDirection(shape: shape, isRecommended: isRecommended)
            #expect(Lane(directions: [direction, direction]).directions == [direction, direction])
        }
    }

    @Test func `a mirror shows the directions`() {
        let mirror = Mirror(reflecting: Lane(directions: [LaneDirection(shape: .straight)]))
        #expect(mirror.children.map(\.label) == ["directions"])
    }
}
