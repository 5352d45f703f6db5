/// What is read of an answer in Valhalla's own format.
struct ValhallaAnswer: Decodable {
    var trip: Trip?
    var alternates: [Alternate]?
    var error: String?
    var errorCode: Int?

    enum CodingKeys: String, CodingKey {
        case trip, alternates, error
        case errorCode = "error_code"
    }

    struct Alternate: Decodable {
        var trip: Trip
    }

    struct Trip: Decodable {
        var locations: [Location]?
        var legs: [Leg]
        var summary: Summary
        var status: Int?
        var statusMessage: String?
        var units: String?

        enum CodingKeys: String, CodingKey {
            case locations, legs, summary, status, units
            case statusMessage = "status_message"
        }
    }

    struct Location: Decodable {
        var type: String?
        var lat: Double
        var lon: Double
        var name: String?
        var street: String?
    }

    struct Summary: Decodable {
        var time: Double
        var length: Double
        var minLatitude: Double?
        var maxLatitude: Double?
        var minLongitude: Double?
        var maxLongitude: Double?

        enum CodingKeys: String, CodingKey {
            case time, length
            case minLatitude = "min_lat"
            case maxLatitude = "max_lat"
            case minLongitude = "min_lon"
            case maxLongitude = "max_lon"
        }
    }

    struct Leg: Decodable {
        var maneuvers: [Maneuver]?
        var summary: Summary
        var shape: RouteLine?
    }

    struct Maneuver: Decodable {
        var type: Int
        var instruction: String?
        var streetNames: [String]?
        var beginStreetNames: [String]?
        var bearingBefore: Double?
        var bearingAfter: Double?
        var time: Double
        var length: Double
        var beginShapeIndex: Int
        var roundaboutExitCount: Int?
        var highway: Bool?
        var travelMode: String?
        var sign: Sign?
        var lanes: [Lane]?

        enum CodingKeys: String, CodingKey {
            case type, instruction, time, length, highway, sign, lanes
            case streetNames = "street_names"
            case beginStreetNames = "begin_street_names"
            case bearingBefore = "bearing_before"
            case bearingAfter = "bearing_after"
            case beginShapeIndex = "begin_shape_index"
            case roundaboutExitCount = "roundabout_exit_count"
            case travelMode = "travel_mode"
        }
    }

    struct Lane: Decodable {
        var directions: Int
        var valid: Int?
        var active: Int?
    }

    struct Sign: Decodable {
        var exitNumbers: [Element]?
        var exitBranches: [Element]?
        var exitToward: [Element]?
        var guideBranches: [Element]?
        var guideToward: [Element]?

        enum CodingKeys: String, CodingKey {
            case exitNumbers = "exit_number_elements"
            case exitBranches = "exit_branch_elements"
            case exitToward = "exit_toward_elements"
            case guideBranches = "guide_branch_elements"
            case guideToward = "guide_toward_elements"
        }

        struct Element: Decodable {
            var text: String
        }
    }
}
