/// The reason why a document has no readable route.
///
/// A path names the position inside the document ("routes[0].legs[1].steps[4]").
public enum RouteError: Error, Sendable, Hashable {
    /// The bytes are not JSON; `byteOffset` is that of the first invalid byte, if known.
    case notJSON(problem: String, byteOffset: Int?)
    /// The bytes begin like XML but are invalid at a line and column, both counted from 1.
    case notXML(problem: String, line: Int, column: Int)
    /// A value is missing or has the wrong type.
    case malformed(path: String, problem: String)
    /// The format of the document is unknown; `found` are its top-level names.
    case unknownProvider(found: String)
    /// The document is not from the requested provider.
    case otherProvider(asked: RouteProvider, found: String)
    /// The routing engine refused the request; `provider` is `nil` if the answer does not show it.
    case refused(provider: RouteProvider?, code: String, message: String)
    /// The answer is valid but contains no route.
    case noRoute(provider: RouteProvider)
    /// A leg has no steps.
    case noSteps(path: String, provider: RouteProvider)
    /// A line has fewer than two points.
    case tooFewPoints(path: String, count: Int)
    /// A coordinate is not on Earth.
    case badCoordinate(path: String, index: Int, latitudeDegrees: Double, longitudeDegrees: Double)
    /// An encoded polyline is truncated or invalid at a character.
    case brokenPolyline(path: String, offset: Int, problem: String)
    /// A step does not fit the geometry or the order of steps.
    case inconsistent(path: String, problem: String)
    /// A length, time or direction is out of range.
    case badQuantity(path: String, value: Double)
    /// The document exceeds a limit.
    case tooLarge(what: String, count: Int, limit: Int)
}

extension RouteError: CustomStringConvertible {
    /// A text that completes "failed to …", with the position in the document and advice.
    public var description: String {
        "read the route: \(problem)"
    }

    private var problem: String {
        switch self {
        case .notJSON(let problem, let offset):
            "it is not JSON\(offset.map { " at byte \($0)" } ?? "") (\(problem)); "
                + "use the unchanged answer of the engine"
        case .notXML(let problem, let line, let column):
            "it is not GPX at line \(line), column \(column) (\(problem)); use the unchanged file"
        case .malformed(let path, let problem):
            "\(path) \(problem); use the unchanged answer of the engine"
        case .unknownProvider(let found):
            "it is of no known provider: it should have \"trip\" (valhalla), \"routes\" or \"matchings\" (osrm, "
                + "mapbox) or \"paths\" (graphhopper) at its top, or be a GPX file, but it has \(found); "
                + "known providers are \(Self.knownProviders)"
        case .otherProvider(let asked, let found):
            "it is not of the provider \"\(asked.rawValue)\": it has \(found) at its top; "
                + "choose another one of \(Self.knownProviders), or omit it for detection"
        case .refused(let provider, let code, let message):
            "\(provider?.rawValue ?? "the service") refused the request with \(code): "
                + "\(message.hasSuffix(".") ? String(message.dropLast()) : message); "
                + RefusalAdvice.text(code: code, message: message)
        case .noRoute(.gpx):
            "the GPX file has no track and no route of two points or more; use another file"
        case .noRoute(let provider):
            "the answer of \(provider.rawValue) has no route in it; request other positions"
        case .noSteps(let path, let provider):
            "\(path) has no steps; request them from \(provider.rawValue) with \(Self.stepsParameter(of: provider))"
        case .tooFewPoints(let path, let count):
            "\(path) has \(count) of at least two points; request the geometry from the engine"
        case .badCoordinate(let path, let index, let latitude, let longitude):
            "point \(index) of \(path) is not on Earth (latitude \(latitude), longitude \(longitude)); "
                + "polylines must have 5 or 6 decimals"
        case .brokenPolyline(let path, let offset, let problem):
            "the polyline \(path) \(problem) at character \(offset); use the unchanged answer of the engine"
        case .inconsistent(let path, let problem):
            "\(path) \(problem); use steps and geometry of the same answer"
        case .badQuantity(let path, let value):
            "\(path) cannot be \(value); use the unchanged answer of the engine"
        case .tooLarge(let what, let count, let limit):
            "it has \(count) \(what), more than the limit of \(limit); split the journey"
        }
    }

    private static let knownProviders = RouteProvider.allCases.map(\.rawValue).joined(separator: ", ")

    private static func stepsParameter(of provider: RouteProvider) -> String {
        switch provider {
        case .valhalla: "directions_type=instructions"
        case .osrm, .mapbox: "steps=true"
        case .graphhopper: "instructions=true"
        case .gpx, .gpxLine: "a track or a route"
        }
    }
}
