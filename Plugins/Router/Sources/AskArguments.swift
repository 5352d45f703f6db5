import NavigationEvents

/// The command line of `navbus-router ask`.
struct AskArguments: Hashable {
    /// The reason why a command line is wrong.
    struct Problem: Error, Hashable {
        var text: String
    }

    var settings = RouterSettings()
    var request = RouteRequest(
        number: 1, position: Coordinate(latitudeDegrees: .nan, longitudeDegrees: .nan), horizontalAccuracyMeters: 10,
        stopovers: [])
    var wishes = RouteWishes()

    static let help = """
        navbus-router ask: requests one route from a routing server and prints the answer, which navbus start reads.

        Usage: navbus-router ask --from LAT,LON[,COURSE] --to LAT,LON [--via LAT,LON]... [options]

          --from LAT,LON[,COURSE]  start of the route, and the course there (degrees from north)
          --to LAT,LON             destination
          --via LAT,LON            a stop before the destination; may be repeated, in the order of the route
          --mode MODE              car (default), bicycle or foot
          --alternatives N         up to N further routes, 0 to 3; servers have none for a route with stops
          --avoid KINDS            tolls, motorways, ferries, separated by commas; not with GraphHopper
          --url URL                address of the server, region:NAME for an offline region, or auto for the region
                                   around the positions or else \(RouteSource.usualServer);
                                   default: NAVBUS_ROUTER, else \(RouterSettings().url)
          --engine ENGINE          \(Engine.allCases.map(\.rawValue).joined(separator: ", ")); default: detected
          --profile NAME           name of the mode at the engine
          --language TAG           language of the instructions (default: \(RouterSettings().language))
          --timeout SECONDS        time limit for the answer (default: 10)
          --key-file FILE          file that contains the key of the service; default: the key in NAVBUS_ROUTER_KEY

        Exit codes: 0 a route was found, 64 wrong usage, 69 no route was found.
        """

    init(_ arguments: [String], variable: (String) -> String?) throws(Problem) {
        if let url = variable("NAVBUS_ROUTER") { settings.url = url }
        var rest = arguments[...]
        var (from, vias, to): (Coordinate?, [Coordinate], Coordinate?) = (nil, [], nil)
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Problem(text: "\(option) wants a value") }
            switch option {
            case "--from": from = try start(value)
            case "--to": to = try Self.coordinate(value, option)
            case "--via": vias.append(try Self.coordinate(value, option))
            case "--mode": request.travelMode = try Self.mode(value)
            case "--alternatives": wishes.alternatives = try Self.alternatives(value)
            case "--avoid": wishes.avoided = try Self.avoided(value)
            case "--url": settings.url = value
            case "--engine": settings.engine = try Self.engine(value)
            case "--profile":
                (settings.profiles.car, settings.profiles.bicycle, settings.profiles.foot) = (value, value, value)
            case "--language": settings.language = value
            case "--timeout": settings.timeoutSeconds = try Self.seconds(value)
            case "--key-file": settings.keyFile = value
            default: throw Problem(text: "unknown option \"\(option)\"")
            }
        }
        guard let from, let to else { throw Problem(text: "--from and --to are needed") }
        request.position = from
        request.stopovers = vias + [to]
    }

    private mutating func start(_ text: String) throws(Problem) -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return try Self.coordinate(text, "--from") }
        guard let course = Double(parts[2].drop { $0 == " " }), (0...360).contains(course) else {
            throw Problem(text: "--from \(text): the course must be 0 to 360 degrees")
        }
        request.courseDegrees = course == 360 ? 0 : course
        return try Self.coordinate("\(parts[0]),\(parts[1])", "--from")
    }

    private static func coordinate(_ text: String, _ option: String) throws(Problem) -> Coordinate {
        guard let coordinate = Coordinate(text: text) else {
            throw Problem(text: "\(option) \(text): use LATITUDE,LONGITUDE in degrees, such as 49.4192,8.6756")
        }
        guard coordinate.isValid else { throw Problem(text: "\(option) \(text): this position is not on Earth") }
        return coordinate
    }

    private static func mode(_ text: String) throws(Problem) -> TravelMode {
        switch text {
        case "car": return .car
        case "bicycle": return .bicycle
        case "foot": return .foot
        default: throw Problem(text: "--mode \(text): use car, bicycle or foot")
        }
    }

    private static func alternatives(_ text: String) throws(Problem) -> Int {
        guard let count = Int(text), RouteWishes.alternativesRange.contains(count) else {
            throw Problem(text: "--alternatives \(text): use a number from 0 to 3")
        }
        return count
    }

    private static func avoided(_ text: String) throws(Problem) -> Set<RouteWishes.Avoidance> {
        var avoided: Set<RouteWishes.Avoidance> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let one = RouteWishes.Avoidance(rawValue: String(word)) else {
                throw Problem(text: "--avoid \(text): use tolls, motorways and ferries, separated by commas")
            }
            avoided.insert(one)
        }
        return avoided
    }

    private static func engine(_ text: String) throws(Problem) -> RouterSettings.EngineChoice {
        guard let engine = RouterSettings.EngineChoice(rawValue: text) else {
            throw Problem(text: "--engine \(text): use \(Engine.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return engine
    }

    private static func seconds(_ text: String) throws(Problem) -> Double {
        guard let seconds = Double(text), (0.1...60).contains(seconds) else {
            throw Problem(text: "--timeout \(text): use 0.1 to 60 seconds")
        }
        return seconds
    }
}
