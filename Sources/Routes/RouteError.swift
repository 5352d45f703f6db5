/// Why a document gave no route.
///
/// A path names the place inside the document ("routes[0].legs[1].steps[4]").
public enum RouteError: Error, Sendable, Hashable {
    /// The bytes are not JSON; `byteOffset` says where that shows, if it is known.
    case notJSON(problem: String, byteOffset: Int?)
    /// The bytes begin like XML and are none from a line and a column on, both counted from 1.
    case notXML(problem: String, line: Int, column: Int)
    /// A value is missing, or of another type than the format says.
    case malformed(path: String, problem: String)
    /// The document is of no known provider; `found` are its top-level names.
    case unknownProvider(found: String)
    /// The document is not of the provider that was asked for.
    case otherProvider(asked: RouteProvider, found: String)
    /// The routing engine answered with an error of its own; `nil` where the error does not show whose it is.
    case refused(provider: RouteProvider?, code: String, message: String)
    /// A well-formed answer without a route.
    case noRoute(provider: RouteProvider)
    /// A leg without steps.
    case noSteps(path: String, provider: RouteProvider)
    /// A line of fewer than two points.
    case tooFewPoints(path: String, count: Int)
    /// A coordinate that is not on Earth.
    case badCoordinate(path: String, index: Int, latitudeDegrees: Double, longitudeDegrees: Double)
    /// An encoded polyline that breaks off or runs out of range at a character.
    case brokenPolyline(path: String, offset: Int, problem: String)
    /// A step that does not fit the geometry, or the order of steps.
    case misfit(path: String, problem: String)
    /// A length or a time that cannot be one.
    case badQuantity(path: String, value: Double)
    /// More of something than any route has.
    case tooLarge(what: String, count: Int, limit: Int)
}

extension RouteError: CustomStringConvertible {
    /// Completes "failed to …": the thing, the place, the way out.
    public var description: String {
        "read the route: \(problem)"
    }

    private var problem: String {
        switch self {
        case .notJSON(let problem, let offset):
            "it is not JSON\(offset.map { " at byte \($0)" } ?? "") (\(problem)); give the engine's answer as it came"
        case .notXML(let problem, let line, let column):
            "it is not GPX at line \(line), column \(column) (\(problem)); give the file as its maker wrote it"
        case .malformed(let path, let problem):
            "\(path) \(problem); give the engine's answer as it came"
        case .unknownProvider(let found):
            "it is of no known provider: it should have \"trip\" (valhalla), \"routes\" or \"matchings\" (osrm, mapbox) "
                + "or \"paths\" (graphhopper) at its top, or be a GPX file, but it has \(found); "
                + "known providers are \(Self.knownProviders)"
        case .otherProvider(let asked, let found):
            "it is not of the provider \"\(asked.rawValue)\": it has \(found) at its top; "
                + "name another one of \(Self.knownProviders), or none to have it detected"
        case .refused(let provider, let code, let message):
            "\(provider?.rawValue ?? "the service") refused the request with \(code): "
                + "\(message.hasSuffix(".") ? String(message.dropLast()) : message); "
                + RefusalAdvice.text(code: code, message: message)
        case .noRoute(.gpx):
            "the GPX file has no track and no route of two points or more in it; give one that has"
        case .noRoute(let provider):
            "the answer of \(provider.rawValue) has no route in it; ask for other places"
        case .noSteps(let path, let provider):
            "\(path) has no steps; ask \(provider.rawValue) with \(Self.stepsParameter(of: provider))"
        case .tooFewPoints(let path, let count):
            "\(path) has \(count) of at least two points; ask the engine for its geometry"
        case .badCoordinate(let path, let index, let latitude, let longitude):
            "point \(index) of \(path) is not on Earth (latitude \(latitude), longitude \(longitude)); "
                + "polylines must have 5 or 6 decimals"
        case .brokenPolyline(let path, let offset, let problem):
            "the polyline \(path) \(problem) at character \(offset); give the engine's answer as it came"
        case .misfit(let path, let problem):
            "\(path) \(problem); give steps and geometry of one and the same answer"
        case .badQuantity(let path, let value):
            "\(path) cannot be \(value); give the engine's answer as it came"
        case .tooLarge(let what, let count, let limit):
            "it has \(count) \(what), more than the \(limit) that are read; split the journey"
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
