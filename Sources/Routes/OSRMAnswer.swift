import NavigationEvents

/// What is read of an answer in the OSRM format.
struct OSRMAnswer: Decodable {
    var code: String?
    var message: String?
    var routes: [Route]?
    var matchings: [Route]?
    var waypoints: [Waypoint]?

    private enum CodingKeys: String, CodingKey { case code, message, routes, matchings, waypoints }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decodeIfPresent(String.self, forKey: .code)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        routes = try container.decodeIfPresent([Route].self, forKey: .routes)
        matchings = try container.decodeIfPresent([Route].self, forKey: .matchings)
        waypoints = try container.decodeIfPresent([Waypoint].self, forKey: .waypoints)
    }

    struct Waypoint: Decodable {
        var location: Position
        var name: String?
    }

    struct Route: Decodable {
        var legs: [Leg]
        var distance: Double
        var duration: Double
    }

    struct Leg: Decodable {
        var steps: [Step]?
        var distance: Double
        var duration: Double
        var annotation: Annotation?
        /// Only Valhalla has it.
        var admins: [Admin]?
        var viaWaypoints: [ViaWaypoint]?

        enum CodingKeys: String, CodingKey {
            case steps, distance, duration, annotation, admins
            case viaWaypoints = "via_waypoints"
        }
    }

    struct Admin: Decodable {
        var code: String?

        enum CodingKeys: String, CodingKey { case code = "iso_3166_1" }
    }

    struct ViaWaypoint: Decodable {
        var index: Int

        enum CodingKeys: String, CodingKey { case index = "waypoint_index" }
    }

    struct Annotation: Decodable {
        var maxspeed: [MaximumSpeed]?
    }

    struct MaximumSpeed: Decodable {
        var speed: Double?
        var unit: String?
        var unknown: Bool?
        var none: Bool?
    }

    struct Step: Decodable {
        var maneuver: Maneuver
        var geometry: RouteLine
        var intersections: [Intersection]?
        var name: String?
        var ref: String?
        var destinations: String?
        var exits: String?
        var mode: String?
        var side: String?
        var distance: Double
        var duration: Double

        enum CodingKeys: String, CodingKey {
            case maneuver, geometry, intersections, name, ref, destinations, exits, mode, distance, duration
            case side = "driving_side"
        }
    }

    struct Maneuver: Decodable {
        var type: String
        var modifier: String?
        var location: Position
        var bearingBefore: Double?
        var bearingAfter: Double?
        var exit: Int?
        var instruction: String?

        enum CodingKeys: String, CodingKey {
            case type, modifier, location, exit, instruction
            case bearingBefore = "bearing_before"
            case bearingAfter = "bearing_after"
        }
    }

    struct Intersection: Decodable {
        var location: Position
        var bearings: [Double]?
        var entry: [Bool]?
        var arrival: Int?
        var departure: Int?
        var lanes: [Lane]?
        var classes: [String]?
        var admin: Int?

        enum CodingKeys: String, CodingKey {
            case location, bearings, entry, lanes, classes
            case arrival = "in"
            case departure = "out"
            case admin = "admin_index"
        }
    }

    struct Lane: Decodable {
        var indications: [String]?
        var validIndication: String?
        var valid: Bool?
        var active: Bool?

        enum CodingKeys: String, CodingKey {
            case indications, valid, active
            case validIndication = "valid_indication"
        }
    }
}
