import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// Lanes for programs: what each lane allows, left to right, and which of it follows the route.
struct LaneJSON {
    /// All of them, however many.
    var lanes: [Lane]

    /// Members of a JSON object.
    var members: [JSONText.Member] { [JSONText.Member("lanes", .array(lanes.map(Self.json)))] }

    private static func json(_ lane: Lane) -> JSONText {
        let directions = lane.directions.map { direction -> JSONText in
            ["shape": .string(direction.shape.name), "recommended": .bool(direction.isRecommended)]
        }
        return ["directions": .array(directions)]
    }
}
