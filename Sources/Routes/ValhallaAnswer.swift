import NavigationEvents

/// The parts of an answer in Valhalla's own format that are read.
struct ValhallaAnswer {
    var trip: Trip?
    var alternates: [Trip]
    var error: String?
    var errorCode: Int?

    struct Trip {
        var locations: [Location]
        var legs: [Leg]
        var summary: Summary
        var status: Int?
        var statusMessage: String?
        var units: String?
    }

    struct Location {
        var type: String?
        var position: Coordinate
        var name: String?
        var street: String?
    }

    struct Summary {
        var time: Double
        var length: Double
        /// The bounding box of the line; `nil` if it is incomplete.
        var box: Box?
    }

    struct Box {
        var south, north, west, east: Double
    }

    struct Leg {
        var maneuvers: [Maneuver]
        var summary: Summary
        var shape: LineGeometry?
        /// The levels of a building that the leg reaches, in the order of the line.
        var levelChanges: [LevelChange]
    }

    struct LevelChange {
        /// Index of the point in the line of the leg.
        var shapeIndex: Int
        /// The level, as on signs ("2", "-1").
        var level: String
    }

    struct Maneuver {
        var type: Int
        var instruction: String?
        var streetNames: [String]
        /// Names at the beginning of the road, if they differ from `streetNames`.
        var beginStreetNames: [String]
        var bearingBefore: Double?
        var bearingAfter: Double?
        var time: Double
        var length: Double
        var beginShapeIndex: Int
        var roundaboutExitCount: Int?
        var isHighway: Bool
        var hasToll: Bool
        var travelMode: String?
        var sign: Sign?
        var lanes: [Lane]
    }

    struct Lane {
        var directions: Int
        var valid: Int?
        var active: Int?
    }

    /// The texts on a sign, by their meaning.
    struct Sign {
        var exitNumbers: [String]
        var exitBranches: [String]
        var exitToward: [String]
        /// The name of the exit or the interchange.
        var exitNames: [String]
        var guideBranches: [String]
        var guideToward: [String]
        /// Names of the junction, in countries that name junctions instead of roads.
        var junctionNames: [String]
    }
}
