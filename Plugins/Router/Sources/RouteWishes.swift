/// The wishes of a person for a route, besides its start, its stops and its mode.
struct RouteWishes: Hashable, Sendable {
    /// Roads that a route avoids where it can.
    enum Avoidance: String, CaseIterable, Sendable {
        case tolls, motorways, ferries

        /// The name of the class of roads at OSRM and Mapbox.
        var roadClass: String {
            switch self {
            case .tolls: "toll"
            case .motorways: "motorway"
            case .ferries: "ferry"
            }
        }
    }

    /// The allowed numbers of alternatives.
    static let alternativesRange = 0...3

    /// The maximum number of further routes to choose from.
    var alternatives = 0
    var avoided: Set<Avoidance> = []

    /// The classes of roads that are avoided, at OSRM and Mapbox.
    var roadClasses: [String] { Avoidance.allCases.filter(avoided.contains).map(\.roadClass) }
}
