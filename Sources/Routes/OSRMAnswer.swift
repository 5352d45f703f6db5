import NavigationEvents

/// What is read of an answer in the OSRM format.
///
/// Besides OSRM, Valhalla (`format=osrm`) and Mapbox Directions write it, each with something of its own: borders, lanes
/// to keep, signs of tunnels, the bend of a roundabout.
struct OSRMAnswer {
    /// Who wrote the answer, as far as it shows; a leg with countries is Valhalla's otherwise.
    var isMapbox: Bool
    var code: String?
    var message: String?
    var routes: [Route]
    var matchings: [Route]
    var waypoints: [Waypoint]

    struct Waypoint {
        var location: Position
        var name: String?
    }

    struct Route {
        var legs: [Leg]
        var distance: Double
        var duration: Double
        /// Mapbox can give each alternate its own.
        var waypoints: [Waypoint]
    }

    struct Leg {
        var steps: [Step]
        var distance: Double
        var duration: Double
        var annotation: Annotation?
        /// `nil` unless Valhalla or Mapbox wrote it.
        var admins: [Admin]?
        var viaWaypointIndices: [Int]
    }

    struct Admin {
        /// ISO 3166-1 alpha-2.
        var code: String?
    }

    struct Annotation {
        var limits: [MaximumSpeed]
        /// Metres of each segment, where they are given.
        var lengths: [Double]
    }

    struct MaximumSpeed {
        var speed: Double?
        var unit: String?
        var isUnknown: Bool
        var isNone: Bool
    }

    struct Step {
        var maneuver: Maneuver
        var geometry: RouteLine
        var intersections: [Intersection]
        var name: String?
        var ref: String?
        var rotaryName: String?
        var destinations: String?
        var exits: String?
        var mode: String?
        var side: String?
        var distance: Double
        var duration: Double
        /// Degrees that the *next* maneuver drives around its roundabout, from a display's instruction.
        var nextRoundaboutDegrees: Double?
    }

    struct Maneuver {
        var type: String
        var modifier: String?
        var location: Position
        var bearingBefore: Double?
        var bearingAfter: Double?
        var exit: Int?
        var instruction: String?
    }

    struct Intersection {
        var location: Position
        var bearings: [Double]
        var entry: [Bool]
        var arrival: Int?
        var departure: Int?
        var lanes: [Lane]
        var classes: [String]
        var admin: Int?
        var hasTunnelName: Bool
    }

    struct Lane {
        var indications: [String]
        var validIndication: String?
        var isValid: Bool?
        var isActive: Bool?
    }
}
