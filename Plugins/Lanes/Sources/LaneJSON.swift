import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// Lanes as JSON: the directions of each lane from left to right, and which of them follow the route.
struct LaneJSON {
    /// All lanes.
    var lanes: [Lane]

    /// The members of a JSON object.
    var members: [JSONText.Member] { [JSONText.Member("lanes", .array(lanes.map(Self.json)))] }

    private static func json(_ lane: Lane) -> JSONText {
        let directions = lane.directions.map { direction -> JSONText in
            ["shape": .string(direction.shape.name), "recommended": .bool(direction.isRecommended)]
        }
        return ["directions": .array(directions)]
    }
}
