import NavigationEvents

/// The parts of an answer in the OSRM format that are read.
///
/// Besides OSRM, Valhalla (`format=osrm`) and Mapbox Directions write it, each with additions: borders, recommended
/// lanes, names of tunnels, the angle of a roundabout.
struct OSRMAnswer {
    /// Whether Mapbox wrote the answer. Other answers with countries are from Valhalla.
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
        /// The waypoints of this alternative, which Mapbox may write.
        var waypoints: [Waypoint]
    }

    struct Leg {
        var steps: [Step]
        var distance: Double
        var duration: Double
        var annotation: Annotation?
        /// The countries; `nil` if the answer is not from Valhalla or Mapbox.
        var admins: [Admin]?
        var viaWaypointIndices: [Int]
    }

    struct Admin {
        /// ISO 3166-1 alpha-2.
        var code: String?
    }

    struct Annotation {
        var limits: [MaximumSpeed]
        /// Length of each segment, metres; empty if the answer has none.
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
        var geometry: LineGeometry
        var intersections: [Intersection]
        var name: String?
        var ref: String?
        var pronunciation: String?
        var rotaryName: String?
        var destinations: String?
        var exits: String?
        var mode: String?
        var side: String?
        var distance: Double
        var duration: Double
        /// Degrees around the roundabout of the *next* maneuver, from the banner instruction.
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
        /// Whether there is a toll booth or a toll gantry.
        var hasTollCollection: Bool
    }

    struct Lane {
        var indications: [String]
        var validIndication: String?
        var isValid: Bool?
        var isActive: Bool?
    }
}
