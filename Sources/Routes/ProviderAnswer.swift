import NavigationEvents
import Platform

/// Reads a document of a provider, whose format is detected from the content.
///
/// A new format is a case of ``RouteProvider``, the names in `signatures` that identify its documents, and a type such as
/// ``GraphHopperAnswer`` that makes a ``ProviderRoute`` of a document. All further steps are common to all formats.
enum ProviderAnswer {
    /// The formats that are recognized by the top-level names of a document.
    private enum Family { case valhalla, osrm, mapbox, graphHopper, service }

    /// The top-level names of each format, the most specific first.
    private static let signatures: [(family: Family, names: Set<String>)] = [
        (.graphHopper, ["paths"]), (.valhalla, ["trip"]), (.osrm, ["routes"]), (.osrm, ["matchings"]),
        (.mapbox, ["message", "error_code"]), (.valhalla, ["error_code"]), (.valhalla, ["error", "status_code"]),
        (.graphHopper, ["message", "hints"]), (.osrm, ["code"]), (.service, ["message"]),
    ]

    /// The providers of a family.
    private static func providers(of family: Family) -> [RouteProvider] {
        switch family {
        case .valhalla: [.valhalla]
        case .osrm: [.osrm, .mapbox]
        case .mapbox: [.mapbox]
        case .graphHopper: [.graphhopper]
        case .service: [.valhalla, .osrm, .mapbox, .graphhopper]
        }
    }

    /// The routes of a document; at least one.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - asked: the expected provider; `nil` for any.
    ///   - travelMode: the travel mode if the document does not name one.
    static func routes(
        in bytes: [UInt8], asked: RouteProvider?, travelMode: TravelMode?
    ) throws(RouteError) -> [ProviderRoute] {
        if GPXDocument.looksLikeXML(bytes) {
            if let asked, asked != .gpx, asked != .gpxLine {
                throw .otherProvider(asked: asked, found: "XML")
            }
            return try GPXDocument(bytes).provided(derivesTurns: asked != .gpxLine, travelMode: travelMode)
        }
        let root = try document(bytes)
        guard let listed = root.memberNames else { throw .unknownProvider(found: "no JSON object") }
        let names = Set(listed)
        guard let family = signatures.first(where: { $0.names.isSubset(of: names) })?.family else {
            if let asked { throw .otherProvider(asked: asked, found: Self.listed(names)) }
            throw .unknownProvider(found: Self.listed(names))
        }
        if let asked, !providers(of: family).contains(asked) {
            throw .otherProvider(asked: asked, found: Self.listed(names))
        }
        switch family {
        case .valhalla: return try ValhallaAnswer(root).provided()
        case .osrm: return try OSRMAnswer(root).provided(asked: asked)
        case .graphHopper: return try GraphHopperAnswer(root).provided(travelMode: travelMode)
        case .mapbox, .service:
            throw .refused(
                provider: family == .mapbox ? .mapbox : asked, code: try root.text("error_code") ?? "an error",
                message: try root.text("message") ?? "no message")
        }
    }

    private static func document(_ bytes: [UInt8]) throws(RouteError) -> JSONNode {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            switch error {
            case .syntax(let problem, let offset): throw .notJSON(problem: problem, byteOffset: offset)
            case .tooManyValues(let count):
                throw .tooLarge(what: "values", count: count, limit: JSONDocument.maxValues)
            }
        }
    }

    private static func listed(_ names: Set<String>) -> String {
        guard !names.isEmpty else { return "an empty object" }
        let shown = names.sorted().prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}
