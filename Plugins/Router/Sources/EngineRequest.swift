import FoundationEssentials
import Glibc
import NavigationEvents

/// Builds the request for a route in the format of an engine.
struct EngineRequest {
    let engine: Engine
    let settings: RouterSettings

    /// The path below the address of the server, the parameters, and the body of a POST request.
    struct Parts {
        var path: String
        var parameters: [(name: String, value: String)] = []
        var body: [UInt8]?
    }

    /// Builds the HTTP request; `nil` if the address of the server cannot be extended with it.
    func request(_ query: RouteQuery, at address: ServerAddress, key: String?) throws -> HTTPRequest? {
        var parts = try parts(query)
        if let key { parts.parameters.append((engine.keyParameter, key)) }
        guard let url = address.url(path: parts.path, parameters: parts.parameters) else { return nil }
        var request = HTTPRequest(url: url, body: parts.body)
        if let authorization = address.authorization { request.headers["Authorization"] = authorization }
        return request
    }

    func parts(_ query: RouteQuery) throws -> Parts {
        switch engine {
        case .valhalla: try valhalla(query)
        case .osrm: coordinateListRequest(query, service: "/route/v1/")
        case .mapbox: coordinateListRequest(query, service: "/directions/v5/mapbox/")
        case .graphhopper: try graphHopper(query)
        }
    }

    // MARK: - Valhalla

    /// Builds a request for an answer in the OSRM format.
    ///
    /// Valhalla has two formats. Its own has the road class at the beginning of a road and a few more lanes. The OSRM
    /// format has what guidance needs: the ends of tunnels, the bearings of every junction (the arms of a roundabout,
    /// the end of a road), the stretches of speed limits, and times by segment. Signs, lanes, exit numbers and
    /// instructions are in both.
    private func valhalla(_ query: RouteQuery) throws -> Parts {
        var origin = ValhallaLocation(query.origin)
        origin.heading = query.courseDegrees.map { Int(clamping: $0.rounded()) % 360 }
        origin.headingTolerance = query.courseDegrees.map { _ in Int(clamping: query.courseToleranceDegrees) }
        origin.radius = Int(clamping: query.accuracyMeters)
        let stops = query.stops.map { place in
            var stop = ValhallaLocation(place)
            stop.preferredSide = settings.stopsOnOwnSide ? "same" : nil
            return stop
        }
        let costing = settings.profile(query.mode, of: .valhalla)
        let options = ValhallaCostingOptions(query.wishes.avoided)
        let question = ValhallaRouteRequest(
            locations: ([origin] + stops).map { place in
                var place = place
                place.searchCutoff = Int(clamping: settings.snapMeters)
                return place
            },
            costing: costing, costingOptions: options.map { [costing: $0] },
            alternates: query.alternatives > 0 ? query.alternatives : nil, language: settings.language)
        return Parts(path: "/route", body: [UInt8](try JSONEncoder().encode(question)))
    }

    private struct ValhallaLocation: Encodable {
        var lat: Double
        var lon: Double
        var type = "break"
        var heading: Int?
        var headingTolerance: Int?
        var radius: Int?
        var preferredSide: String?
        var searchCutoff: Int?

        init(_ place: Coordinate) {
            lat = place.latitudeDegrees
            lon = place.longitudeDegrees
        }

        enum CodingKeys: String, CodingKey {
            case lat, lon, type, heading, radius
            case headingTolerance = "heading_tolerance"
            case preferredSide = "preferred_side"
            case searchCutoff = "search_cutoff"
        }
    }

    /// The preferences between 0, which avoids, and 1.
    private struct ValhallaCostingOptions: Encodable {
        var useTolls: Double?
        var useHighways: Double?
        var useFerry: Double?

        /// `nil` if nothing is avoided.
        init?(_ avoided: Set<RouteWishes.Avoidance>) {
            guard !avoided.isEmpty else { return nil }
            useTolls = avoided.contains(.tolls) ? 0 : nil
            useHighways = avoided.contains(.motorways) ? 0 : nil
            useFerry = avoided.contains(.ferries) ? 0 : nil
        }

        enum CodingKeys: String, CodingKey {
            case useTolls = "use_tolls"
            case useHighways = "use_highways"
            case useFerry = "use_ferry"
        }
    }

    private struct ValhallaRouteRequest: Encodable {
        var locations: [ValhallaLocation]
        var costing: String
        var costingOptions: [String: ValhallaCostingOptions]?
        var alternates: Int?
        var language: String
        var units = "kilometers"
        var format = "osrm"
        var shapeFormat = "polyline6"
        var directionsType = "instructions"
        var bannerInstructions = true
        var turnLanes = true
        var roundaboutExits = true
        /// Without these, the answer has no speed limits and no times by segment.
        var filters = Filters()

        struct Filters: Encodable {
            var action = "include"
            var attributes = ["length", "time", "speed", "speed_limit"].map { "shape_attributes.\($0)" }
        }

        enum CodingKeys: String, CodingKey {
            case locations, costing, alternates, language, units, format, filters
            case costingOptions = "costing_options"
            case shapeFormat = "shape_format"
            case directionsType = "directions_type"
            case bannerInstructions = "banner_instructions"
            case turnLanes = "turn_lanes"
            case roundaboutExits = "roundabout_exits"
        }
    }

    // MARK: - OSRM and Mapbox

    private func coordinateListRequest(_ query: RouteQuery, service: String) -> Parts {
        let line = query.points.map { "\(Self.degrees($0.longitudeDegrees)),\(Self.degrees($0.latitudeDegrees))" }
        let profile = ServerAddress.segment(settings.profile(query.mode, of: engine))
        var parts = Parts(path: "\(service)\(profile)/\(line.joined(separator: ";"))")
        parts.parameters = [("steps", "true"), ("overview", "full"), ("geometries", "polyline6")]
        let empty = query.stops.map { _ in "" }
        if let course = query.courseDegrees {
            let bearing = "\(Int(clamping: course.rounded()) % 360),\(Int(clamping: query.courseToleranceDegrees))"
            parts.parameters.append(("bearings", ([bearing] + empty).joined(separator: ";")))
        }
        // Without radii, the engine uses the nearest road at any distance.
        let radii = [query.snapMeters(limit: settings.snapMeters)] + query.stops.map { _ in settings.snapMeters }
        parts.parameters.append(("radiuses", radii.map { "\(Int($0))" }.joined(separator: ";")))
        if engine == .osrm {
            parts.parameters.append(("annotations", "distance,duration,speed"))
        } else {
            parts.parameters += [
                ("annotations", "distance,duration,maxspeed"), ("banner_instructions", "true"),
                ("roundabout_exits", "true"), ("language", settings.language),
            ]
        }
        if query.alternatives > 0 {
            // Mapbox decides on the number.
            parts.parameters.append(("alternatives", engine == .osrm ? "\(query.alternatives)" : "true"))
        }
        if !query.wishes.avoided.isEmpty {
            parts.parameters.append(("exclude", query.wishes.roadClasses.joined(separator: ",")))
        }
        if settings.stopsOnOwnSide {
            let sides = ["unrestricted"] + query.stops.map { _ in "curb" }
            parts.parameters.append(("approaches", sides.joined(separator: ";")))
        }
        return parts
    }

    /// Formats degrees with seven decimals (one centimetre), never in the form "1e-05".
    private static func degrees(_ angle: Double) -> String {
        let scale = 10_000_000
        let units = Int(clamping: (angle.magnitude * Double(scale)).rounded())
        let decimals = String(units % scale)
        let zeros = String(repeating: "0", count: 7 - decimals.count)
        return "\(angle < 0 ? "-" : "")\(units / scale).\(zeros)\(decimals)"
    }

    // MARK: - GraphHopper

    private func graphHopper(_ query: RouteQuery) throws -> Parts {
        var question = GraphHopperRouteRequest(
            profile: settings.profile(query.mode, of: .graphhopper), locale: settings.language,
            points: query.points.map { [$0.longitudeDegrees, $0.latitudeDegrees] })
        if let course = query.courseDegrees {
            question.headings = [course]
            // GraphHopper supports headings only with the flexible algorithm.
            question.disableCH = true
            question.passThrough = false
        } else if query.alternatives > 0 {
            question.algorithm = "alternative_route"
            question.maxPaths = query.alternatives + 1
        }
        return Parts(path: "/route", body: [UInt8](try JSONEncoder().encode(question)))
    }

    private struct GraphHopperRouteRequest: Encodable {
        var profile: String
        var locale: String
        var points: [[Double]]
        var pointsEncoded = true
        var instructions = true
        var details = ["max_speed", "road_environment", "road_class", "road_class_link"]
        var headings: [Double]?
        var disableCH: Bool?
        var passThrough: Bool?
        var algorithm: String?
        var maxPaths: Int?

        enum CodingKeys: String, CodingKey {
            case profile, locale, points, instructions, details, headings, algorithm
            case pointsEncoded = "points_encoded"
            case disableCH = "ch.disable"
            case passThrough = "pass_through"
            case maxPaths = "alternative_route.max_paths"
        }
    }
}
